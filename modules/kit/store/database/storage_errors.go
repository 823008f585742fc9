package database

import (
	"errors"

	sqlite "modernc.org/sqlite/lib"
)

// StorageErrorKind says why the engine could not run a statement that is correct in
// itself.
type StorageErrorKind int

// The kinds of storage errors.
const (
	// NoStorageError is an error of another cause, or none.
	NoStorageError StorageErrorKind = iota
	// Busy says that another process kept the write lock for too long.
	Busy
	// Full says that the storage takes no writes: no space is left, or it became
	// read-only. The engine has rolled back cleanly. It writes again when that is over.
	Full
	// Broken says that the storage failed, for example in a write or a flush to the
	// disk, or that the file is damaged. What the system has in memory need not be on the
	// disk, so only opening the database anew tells what is stored.
	Broken
)

// ClassifyError returns the kind of the storage error that err is or wraps.
func ClassifyError(err error) StorageErrorKind {
	var coded interface {
		error
		Code() int
	}
	if !errors.As(err, &coded) {
		return NoStorageError
	}
	// The lower byte is the kind of error, the others say more about it.
	switch code := coded.Code(); {
	case code == sqlite.SQLITE_IOERR_SHMSIZE: // the index of the log could not grow
		return Full
	case code&0xff == sqlite.SQLITE_BUSY:
		return Busy
	case code&0xff == sqlite.SQLITE_FULL, code&0xff == sqlite.SQLITE_READONLY, code&0xff == sqlite.SQLITE_CANTOPEN:
		return Full
	case code&0xff == sqlite.SQLITE_IOERR, code&0xff == sqlite.SQLITE_CORRUPT, code&0xff == sqlite.SQLITE_NOTADB:
		return Broken
	}
	return NoStorageError
}
