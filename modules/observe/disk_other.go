//go:build !linux && !darwin && !freebsd

package observe

import "errors"

// freeBytes is not known here.
func freeBytes(string) (uint64, error) { return 0, errors.ErrUnsupported }
