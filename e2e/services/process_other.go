//go:build !linux

package services

import "os/exec"

// dieWithParent works on Linux only. On other systems a killed test leaves its services
// running.
func dieWithParent(*exec.Cmd) {}
