//go:build linux || darwin || freebsd

// Package disk measures the free space of a disk.
package disk

import "syscall"

// Free returns how many bytes this process may still write to the disk of a folder.
func Free(dir string) (uint64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		return 0, err
	}
	return uint64(max(disk.Bavail, 0)) * uint64(disk.Bsize), nil
}
