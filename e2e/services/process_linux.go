package services

import (
	"os/exec"
	"syscall"
)

// dieWithParent makes the system end the child when the test is killed, because a killed
// test runs no cleanup.
func dieWithParent(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
