package database

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
)

// Whole checks the integrity of a complete database. It returns an error where pages do
// not fit together.
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

// settleTries and settleRest are the number of Settle's tries and the pause between them.
const (
	settleTries = 100
	settleRest  = 100 * time.Millisecond
)

// Settle moves the log into the data file and empties the log, so that deleted content is
// in neither. It does as much as is possible beside other readers and writers. While it
// waits for readers to end it holds the write lock, so each try waits for a moment only.
// db must have one connection.
func Settle(db *dbx.DB) error {
	if err := patience(db, 50*time.Millisecond); err != nil {
		return err
	}
	for range settleTries {
		var busy, inLog, moved int
		for _, way := range []string{"PASSIVE", "TRUNCATE"} { // PASSIVE holds no lock
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

// patience sets how long a connection waits for a lock.
func patience(db *dbx.DB, d time.Duration) error {
	_, err := db.NewQuery(fmt.Sprintf("PRAGMA busy_timeout(%d)", d.Milliseconds())).Execute()
	return err
}
