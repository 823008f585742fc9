//go:build !unix

package main

import "os/exec"

// apart is for systems where a terminal signals all programs that it started.
func apart(*exec.Cmd) {}
