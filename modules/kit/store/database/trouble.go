package database

import (
	"errors"

	sqlite "modernc.org/sqlite/lib"
)

// Trouble classifies a failure of the engine or its storage, as opposed to a faulty
// statement.
type Trouble int

// The kinds of trouble.
const (
	NoTrouble Trouble = iota
	// Busy says that another process held the write lock for too long.
	Busy
	// Full says that the storage accepts no writes: no space is left, or it became
	// read-only. The engine has rolled back cleanly. It works again when the cause has
	// gone.
	Full
	// Broken says that the storage failed, for example at a write or a flush to the disk,
	// or that its content is damaged. The system's memory may differ from the disk, so
	// only opening the database anew shows which data is stored.
	Broken
)

// TroubleOf classifies an error, which may be wrapped.
func TroubleOf(err error) Trouble {
	var coded interface {
		error
		Code() int
	}
	if !errors.As(err, &coded) {
		return NoTrouble
	}
	// The lower byte is the kind of error. The other bytes are details.
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
	return NoTrouble
}
