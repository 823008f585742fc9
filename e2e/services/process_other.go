//go:build !linux

package services

import "os/exec"

// dieWithParent is Linux's alone; elsewhere a killed test leaves its services.
func dieWithParent(*exec.Cmd) {}
