//go:build unix

package hosting

import (
	"errors"
	"os"
	"syscall"
)

// lockFile locks an open file for this process until the file is closed. It does not wait:
// the error is errLocked where another process has locked it.
func lockFile(file *os.File) error {
	for {
		switch err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errLocked
		default:
			return err
		}
	}
}
