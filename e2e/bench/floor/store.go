package main

import (
	"database/sql"
	"fmt"
	"path/filepath"

	_ "modernc.org/sqlite" // the engine of the service
)

// settings are the service's settings of the database: an acknowledged write survives a power cut.
const settings = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=foreign_keys(ON)&_pragma=temp_store(MEMORY)" +
	"&_pragma=journal_size_limit(200000000)&_pragma=synchronous(FULL)&_pragma=cache_size(-8000)&_txlock=immediate"

// schema has the tables and indexes that the service has for staged accounts.
const schema = `
CREATE TABLE import_processes (id TEXT PRIMARY KEY NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL, supplier TEXT NOT NULL,
	external_account_number TEXT NOT NULL, state TEXT NOT NULL, staging TEXT NOT NULL, staged_at TEXT NOT NULL);
CREATE UNIQUE INDEX import_processes_identity ON import_processes (supplier, external_account_number);
CREATE INDEX import_processes_order ON import_processes (supplier, staged_at, id);
CREATE INDEX import_processes_state ON import_processes (supplier, state, staged_at, id);
CREATE TABLE stagings (id TEXT PRIMARY KEY NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL, process TEXT NOT NULL, sha256 TEXT NOT NULL, payload TEXT NOT NULL);
CREATE INDEX stagings_process ON stagings (process);
CREATE TABLE progress (supplier TEXT PRIMARY KEY NOT NULL, n INTEGER NOT NULL);`

const (
	insertProcess = `INSERT INTO import_processes (id, created, updated, supplier, external_account_number, state, staging, staged_at) VALUES (?, ?, ?, ?, ?, 'staged', ?, ?)`
	insertStaging = `INSERT INTO stagings (id, created, updated, process, sha256, payload) VALUES (?, ?, ?, ?, ?, ?)`
	count         = `INSERT INTO progress (supplier, n) VALUES (?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n`
)

// maxGroup bounds the accounts of a transaction, as the service does.
const maxGroup = 256

type store struct {
	db    *sql.DB
	queue chan *account
	rows  int

	process, staging, count *sql.Stmt
}

func openStore(dir string) (*store, error) {
	db, err := sql.Open("sqlite", filepath.Join(dir, "data.db")+settings)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(schema); err != nil {
		return nil, err
	}
	s := &store{db: db, queue: make(chan *account, 1024)}
	for query, statement := range map[string]**sql.Stmt{insertProcess: &s.process, insertStaging: &s.staging, count: &s.count} {
		if *statement, err = db.Prepare(query); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// writeGroups stores the waiting accounts in one transaction, until the queue is closed.
func (s *store) writeGroups() {
	for first := range s.queue {
		group := []*account{first}
		for len(group) < min(maxGroup, len(group)+len(s.queue)) {
			group = append(group, <-s.queue)
		}
		err := s.commitGroup(group)
		for _, a := range group {
			a.done <- err
		}
	}
}

func (s *store) commitGroup(group []*account) error {
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // does nothing after a commit
	process, staging := tx.Stmt(s.process), tx.Stmt(s.staging)
	now := formatNow()
	for _, a := range group {
		s.rows++
		id := fmt.Sprintf("%015d", s.rows)
		if _, err := process.Exec(id, now, now, a.Supplier, a.Number, id, now); err != nil {
			return err
		}
		if _, err := staging.Exec(id, now, now, id, a.sha256, a.payload); err != nil {
			return err
		}
	}
	if _, err := tx.Stmt(s.count).Exec(group[0].Supplier, len(group)); err != nil {
		return err
	}
	return tx.Commit()
}
