//go:build unix

package services

import (
	"os"
	"syscall"
)

// lock waits until no other process holds the lock of this name. A process that
// ends gives it back.
func lock(path string) (unlock func(), err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	for err = syscall.EINTR; err == syscall.EINTR; { // a signal to the process ends the waiting
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX)
	}
	if err != nil {
		_ = file.Close() // the lock's error is the one that matters
		return nil, err
	}
	return func() { _ = file.Close() }, nil
}
