//go:build unix

package binary

import (
	"os"
	"syscall"
)

// Lock waits until no other process holds the lock of this path. A process that
// ends gives it back.
func Lock(path string) (unlock func(), err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	for err = syscall.EINTR; err == syscall.EINTR; { // a signal to the process interrupts the wait
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX)
	}
	if err != nil {
		_ = file.Close() // the error of the lock matters, not this one
		return nil, err
	}
	return func() { _ = file.Close() }, nil
}
