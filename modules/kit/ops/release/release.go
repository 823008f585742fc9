// Package release says which release of the program this is.
package release

import (
	"fmt"
	"runtime"
)

// The Makefile sets these with the linker's -X.
var (
	version = "development"
	commit  = "unknown"
)

// String returns the version, the commit that the program was built from, and the release
// of Go that built it: "v1.2.3 (commit 0123456789ab, go1.27.1, linux/amd64)".
func String() string {
	return fmt.Sprintf("%s (commit %s, %s, %s/%s)", version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// Version returns the version alone.
func Version() string { return version }

// Commit returns the commit that the program was built from.
func Commit() string { return commit }
