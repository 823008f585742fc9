package database

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
)

// Whole reads all of a database, and fails where its pages do not fit together.
func Whole(db *dbx.DB) error {
	var found string
	if err := db.NewQuery("PRAGMA quick_check(1)").Row(&found); err != nil {
		return err
	}
	if found != "ok" {
		return fmt.Errorf("the database is damaged: %s", found)
	}
	return nil
}

// settleTries and settleRest are how long Settle tries.
const (
	settleTries = 100
	settleRest  = 100 * time.Millisecond
)

// Settle moves what was written into the data file and empties the log beside it, as
// far as nobody else reads or writes: what was removed is then nowhere any more. Whoever
// waits for readers to end holds the write lock, so each try waits but a moment. It
// needs a pool of one connection.
func Settle(db *dbx.DB) error {
	if err := patience(db, 50*time.Millisecond); err != nil {
		return err
	}
	for range settleTries {
		var busy, inLog, moved int
		for _, way := range []string{"PASSIVE", "TRUNCATE"} { // the first holds no lock
			if err := db.NewQuery("PRAGMA wal_checkpoint("+way+")").Row(&busy, &inLog, &moved); err != nil {
				return err
			}
		}
		if busy == 0 {
			break
		}
		time.Sleep(settleRest)
	}
	return patience(db, 10*time.Second)
}

// patience is how long a connection waits for a lock.
func patience(db *dbx.DB, d time.Duration) error {
	_, err := db.NewQuery(fmt.Sprintf("PRAGMA busy_timeout(%d)", d.Milliseconds())).Execute()
	return err
}
