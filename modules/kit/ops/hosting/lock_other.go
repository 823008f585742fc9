//go:build !unix

package hosting

import "os"

// lockFile does nothing: this system has no such lock.
func lockFile(*os.File) error { return nil }
