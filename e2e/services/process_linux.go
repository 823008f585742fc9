package services

import (
	"os/exec"
	"syscall"
)

// dieWithParent has the system end the child when the test is killed, so that no
// cleanup could do it.
func dieWithParent(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
