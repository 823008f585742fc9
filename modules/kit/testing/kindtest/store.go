// Package kindtest holds the common parts of the tests of import kinds: a valid payload
// with one change, the faults of a part of a payload, and an account in a real database
// to import into.
package kindtest

import (
	"fmt"
	"testing"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/databasetest"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// Store is a database with one supplier, and its writer.
type Store struct {
	testing.TB
	App      core.App
	Writer   *writer.Writer
	Supplier *settings.Supplier
	snapshot *settings.Snapshot
	accounts int
}

// New creates a database that ends with the test.
func New(t testing.TB) *Store {
	t.Helper()
	app := databasetest.NewApp(t)
	store := settingsdb.NewStore(database.NewReader(app))
	s := &Store{TB: t, App: app, Writer: writer.New(app.NonconcurrentDB().(*dbx.DB).DB(), store.BeginTransaction)}
	t.Cleanup(s.Writer.Close)
	now := database.Time(time.Now())
	s.Exec(`INSERT INTO suppliers (id, created, updated, code, status, time_zone) VALUES (?, ?, ?, 'ACME', 'Ongoing', 'Pacific/Auckland')`,
		database.NewID(), now, now)
	var err error
	if s.snapshot, err = store.Current(); err != nil {
		t.Fatal(err)
	}
	s.Supplier = s.snapshot.Supplier("ACME")
	return s
}

// Account returns an account that was created some days ago.
func (s *Store) Account(days int) *account.Account {
	s.Helper()
	s.accounts++
	created := time.Now().AddDate(0, 0, -days).UTC()
	a := &account.Account{
		ID: database.NewID(), Number: fmt.Sprintf("A-%08d", s.accounts), ExternalAccountNumber: fmt.Sprintf("EXT-%d", s.accounts),
		Supplier: s.Supplier, CreatedAt: created,
	}
	at := database.Time(created)
	s.Exec(`INSERT INTO accounts (id, created, updated, supplier, number, external_account_number, balance) VALUES (?, ?, ?, ?, ?, ?, '0')`,
		a.ID, at, at, s.Supplier.ID, a.Number, a.ExternalAccountNumber)
	return a
}

// Do runs a job and fails the test if it fails.
func (s *Store) Do(job writer.Job) {
	s.Helper()
	if err := s.Writer.Do(job); err != nil {
		s.Fatal(err)
	}
}

// Exec runs a statement.
func (s *Store) Exec(query string, args ...any) {
	s.Helper()
	s.Do(func(tx *writer.Tx) error {
		_, err := tx.Exec(query, args...)
		return err
	})
}

// Rows returns the rows of a query, each with its columns as text, separated by bars.
func (s *Store) Rows(query string, args ...any) (lines []string) {
	s.Helper()
	rows, err := s.App.ConcurrentDB().(*dbx.DB).DB().Query(query, args...)
	if err != nil {
		s.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		s.Fatal(err)
	}
	values, pointers := make([]string, len(columns)), make([]any, len(columns))
	for i := range values {
		pointers[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(pointers...); err != nil {
			s.Fatal(err)
		}
		line := values[0]
		for _, value := range values[1:] {
			line += "|" + value
		}
		lines = append(lines, line)
	}
	if err := rows.Err(); err != nil {
		s.Fatal(err)
	}
	return lines
}

// Row returns the only row of a query.
func (s *Store) Row(query string, args ...any) string {
	s.Helper()
	lines := s.Rows(query, args...)
	if len(lines) != 1 {
		s.Fatalf("%d rows, want one: %q", len(lines), lines)
	}
	return lines[0]
}

// Progress returns the supplier's counter of a name, or 0 where nothing was counted.
func (s *Store) Progress(name string) string {
	s.Helper()
	return s.Row(`SELECT COALESCE(SUM(n), 0) FROM progress WHERE supplier = ? AND name = ?`, s.Supplier.ID, name)
}

// Import reads a whole account of one section, which must be valid, and imports it.
func (s *Store) Import(section account.Section, to *account.Account, document string) {
	s.Helper()
	object := account.NewObject(payload.Limits{}, section)
	read, err := object.Understand([]byte(document), s.snapshot, nil, time.Now())
	if err != nil {
		s.Fatal(err)
	}
	// The section has no member import_supplier, so the supplier is always unknown.
	Want(s, read.Faults(), "import_supplier_not_found import_supplier")
	rows := writer.NewPreparedRows(read.Facts.Now)
	if err := read.PrepareRows(progress.CountingRowWriter{InsertTarget: rows}, to); err != nil {
		s.Fatal(err)
	}
	s.Create(to, func(tx *writer.Tx) error { return tx.InsertPrepared(rows) })
}

// Create runs a job that imports an account, and writes the account's row again with the
// new columns.
func (s *Store) Create(to *account.Account, job writer.Job) {
	s.Helper()
	s.Do(func(tx *writer.Tx) error {
		if err := job(tx); err != nil {
			return err
		}
		if _, err := tx.Exec(`DELETE FROM accounts WHERE id = ?`, to.ID); err != nil {
			return err
		}
		return imports.CreateAccountRow(tx, to, "", "")
	})
}
