package database

import (
	"database/sql"
	"errors"
	"os"
)

// OpenScratch opens a database for what a command cannot keep in memory. It has no name:
// its file is gone when it is closed or when the program ends, in whatever way. It is not
// durable, and it cannot roll back.
func OpenScratch() (*sql.DB, error) {
	file, err := os.CreateTemp("", "dataimport-*.db")
	if err != nil {
		return nil, err
	}
	path := file.Name()
	if err := file.Close(); err != nil {
		return nil, errors.Join(err, os.Remove(path))
	}
	db, err := sql.Open("sqlite", path+"?_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)&_pragma=locking_mode(EXCLUSIVE)"+
		"&_pragma=cache_size(-16000)&_pragma=temp_store(FILE)")
	if err != nil {
		return nil, errors.Join(err, os.Remove(path))
	}
	db.SetMaxOpenConns(1) // another connection would open another file
	_, err = db.Exec(`CREATE TABLE scratch (n)`)
	if err = errors.Join(err, os.Remove(path)); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}
