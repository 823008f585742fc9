//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// separateSignals keeps a terminal's Ctrl-C from a program, so the service does not end before the
// import client does. The demo sends the signal to each.
func separateSignals(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}
