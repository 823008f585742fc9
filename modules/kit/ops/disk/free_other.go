//go:build !linux && !darwin && !freebsd

// Package disk tells how much a disk takes.
package disk

import "errors"

// Free is not known here: it fails with errors.ErrUnsupported.
func Free(string) (uint64, error) { return 0, errors.ErrUnsupported }
