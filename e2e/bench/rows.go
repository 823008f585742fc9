package main

import (
	"path/filepath"

	"github.com/pocketbase/dbx"

	"dataimport/modules/kit/store/database"
)

// countRows measures how many rows one operation of some lines adds.
func (b *bench) countRows() (byLine map[string]int, err error) {
	db, err := database.Connect(filepath.Join(b.dir, "dataimport", "data.db"))
	if err != nil {
		return nil, err
	}
	defer db.Close()
	c := &connection{}
	if err := c.dialServer(b.load.service.address); err != nil {
		return nil, err
	}
	defer c.Close()
	way := b.load.newFullImport()
	byLine = make(map[string]int)
	// The lines do not use these numbers. The first round also makes rows that are made once, for
	// example counters.
	for n := -4; n < 0; n += 2 {
		for _, step := range []struct {
			line string
			do   func() error
		}{
			{"stage", func() error { return b.load.sendAccount(c, stage, b.load.accounts, firstFullImport+n, 201) }},
			{"process", func() error { return b.load.processAccount(c, firstFullImport+n) }},
			{"whole way", func() error { return way(c, n+1) }},
		} {
			if byLine[step.line], err = countAddedRows(db, step.do); err != nil {
				return nil, err
			}
		}
	}
	return byLine, nil
}

// countAddedRows returns how many rows do adds.
func countAddedRows(db *dbx.DB, do func() error) (int, error) {
	before, err := countAllRows(db)
	if err != nil {
		return 0, err
	}
	if err := do(); err != nil {
		return 0, err
	}
	after, err := countAllRows(db)
	return after - before, err
}

// countAllRows counts the rows of all tables.
func countAllRows(db *dbx.DB) (total int, err error) {
	var tables []string
	if err := db.NewQuery(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).Column(&tables); err != nil {
		return 0, err
	}
	for _, table := range tables {
		var n int
		if err := db.NewQuery(`SELECT count(*) FROM {{` + table + `}}`).Row(&n); err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}
