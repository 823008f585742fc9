package database

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
)

const (
	// emptyLogTries and emptyLogRest bound how long EmptyLog tries.
	emptyLogTries = 100
	emptyLogRest  = 100 * time.Millisecond
	// replicatedTries is emptyLogTries for a database that is or was replicated. While its service
	// runs, Litestream reads the log all the time: it is moved, and not emptied, until the service
	// stops.
	replicatedTries = 5
)

// EmptyLog makes a checkpoint and empties the log, as far as no other connection reads or
// writes. What was deleted is then in neither of the two files. A checkpoint that waits for
// readers holds the write lock, so each try waits for a moment only. db must be a pool of
// one connection. The error is of the database; a log that stays in use is not an error.
func EmptyLog(db *dbx.DB) error {
	if err := setBusyTimeout(db, 50*time.Millisecond); err != nil {
		return err
	}
	tries, err := countTries(db)
	if err != nil {
		return err
	}
	for range tries {
		var busy, pages, moved int
		for _, mode := range []string{"PASSIVE", "TRUNCATE"} { // the first one holds no lock
			if err := db.NewQuery("PRAGMA wal_checkpoint("+mode+")").Row(&busy, &pages, &moved); err != nil {
				return err
			}
		}
		if busy == 0 {
			break
		}
		time.Sleep(emptyLogRest)
	}
	return setBusyTimeout(db, 10*time.Second)
}

// countTries returns how often EmptyLog tries. Litestream makes a table in the databases that it
// reads.
func countTries(db *dbx.DB) (tries int, err error) {
	var replicated bool
	err = db.NewQuery(`SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '_litestream_lock')`).Row(&replicated)
	if replicated {
		return replicatedTries, err
	}
	return emptyLogTries, err
}

// setBusyTimeout sets how long a connection waits for a lock.
func setBusyTimeout(db *dbx.DB, d time.Duration) error {
	_, err := db.NewQuery(fmt.Sprintf("PRAGMA busy_timeout(%d)", d.Milliseconds())).Execute()
	return err
}
