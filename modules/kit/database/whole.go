package database

import (
	"fmt"

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

// Settle moves what was written into the data file and empties the log beside it, as
// far as nobody else reads or writes: what was removed is then nowhere any more.
func Settle(db *dbx.DB) error {
	_, err := db.NewQuery("PRAGMA wal_checkpoint(TRUNCATE)").Execute()
	return err
}
