//go:build linux || darwin || freebsd

// Package disk tells how much a disk takes.
package disk

import "syscall"

// Free is how many bytes are left for us on the disk of a folder.
func Free(dir string) (uint64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		return 0, err
	}
	return uint64(max(disk.Bavail, 0)) * uint64(disk.Bsize), nil
}
