//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// makeGroup gives a program a process group of its own, to which the processes that it starts
// belong.
func makeGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// endGroup asks the processes of a program's group to end, or kills them.
func endGroup(command *exec.Cmd, kill bool) error {
	signal := syscall.SIGTERM
	if kill {
		signal = syscall.SIGKILL
	}
	return syscall.Kill(-command.Process.Pid, signal)
}
