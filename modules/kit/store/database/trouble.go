package database

import (
	"errors"

	sqlite "modernc.org/sqlite/lib"
)

// Trouble is why the engine could not do what was right in itself.
type Trouble int

// The kinds of trouble.
const (
	NoTrouble Trouble = iota
	// Busy says that another process kept the write lock for too long.
	Busy
	// Full says that the storage takes nothing: no space is left, or it became
	// read-only. The engine has rolled back cleanly; it goes on when that is over.
	Full
	// Broken says that the storage failed, a write or a flush to the disk for
	// one, or holds nonsense. What the system still has in memory need not be what
	// is on the disk, so only opening the database anew tells what is stored.
	Broken
)

// TroubleOf tells what kind of trouble an error speaks of, whoever wrapped it.
func TroubleOf(err error) Trouble {
	var coded interface {
		error
		Code() int
	}
	if !errors.As(err, &coded) {
		return NoTrouble
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
	return NoTrouble
}
