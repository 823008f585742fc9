//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// apart keeps a terminal's Ctrl-C from a program, so that the service does not end
// before the import client has: each gets its signal from the demo.
func apart(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}
