//go:build !linux && !darwin && !freebsd

// Package disk measures the free space of a disk.
package disk

import "errors"

// Free is not available on this system: it fails with errors.ErrUnsupported.
func Free(string) (uint64, error) { return 0, errors.ErrUnsupported }
