//go:build !unix

package hosting

// KeepFilesPrivate does nothing: this system has no such setting.
func KeepFilesPrivate() {}
