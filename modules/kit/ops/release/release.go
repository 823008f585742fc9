// Package release says which release of the program this is.
package release

import (
	"fmt"
	"runtime"
)

// What the Makefile sets with the linker's -X.
var (
	version = "development"
	commit  = "unknown"
)

// String is the version, the commit that it was built from, and the release of Go that
// built it: "v1.2.3 (commit 0123456789ab, go1.27.1, linux/amd64)".
func String() string {
	return fmt.Sprintf("%s (commit %s, %s, %s/%s)", version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// Version is the version alone.
func Version() string { return version }

// Commit is what the program was built from.
func Commit() string { return commit }
