//go:build linux || darwin || freebsd

package observe

import "syscall"

// freeBytes is what is left for us on the disk of a folder.
func freeBytes(dir string) (uint64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		return 0, err
	}
	return uint64(max(disk.Bavail, 0)) * uint64(disk.Bsize), nil
}
