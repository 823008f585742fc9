package database

import (
	"fmt"

	"github.com/pocketbase/dbx"
)

// CheckIntegrity reads all of a database. It returns an error where the database cannot be
// read or its pages do not fit together.
func CheckIntegrity(db *dbx.DB) error {
	var found string
	if err := db.NewQuery("PRAGMA quick_check(1)").Row(&found); err != nil {
		return err
	}
	if found != "ok" {
		return fmt.Errorf("the database is damaged: %s", found)
	}
	return nil
}
