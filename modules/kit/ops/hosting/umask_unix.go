//go:build unix

package hosting

import "syscall"

// KeepFilesPrivate makes every file that the program creates from now on readable for its
// owner alone: the database, backups, exports and refused accounts.
func KeepFilesPrivate() { syscall.Umask(0o077) }
