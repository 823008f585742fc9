package database_test

import (
	"context"
	"database/sql/driver"
	"os"
	"testing"

	"dataimport/modules/kit/store/database"
)

// longest is an aggregate function: the length of the longest text.
type longest struct{ n int64 }

func (l *longest) Add(args []driver.Value) error {
	text, _ := args[0].(string)
	l.n = max(l.n, int64(len(text)))
	return nil
}

func (l *longest) Result() (driver.Value, error) { return l.n, nil }

// The connections of a shared scratch database see one database with its functions. A reader
// waits for no writer, and no file is left.
func TestSharedScratch(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	db, err := database.OpenSharedScratch(2,
		database.Function{Name: "twice", Args: 1, Scalar: func(args []driver.Value) (driver.Value, error) { return args[0].(string) + args[0].(string), nil }},
		database.Function{Name: "longest", Args: 1, NewAggregate: func() database.Aggregate { return new(longest) }})
	if err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("files %v, %v", left, err)
	}
	if _, err := db.Exec(`CREATE TABLE words AS SELECT twice(column1) AS word FROM (VALUES ('a'), ('ä'), ('xyz'))`); err != nil {
		t.Fatal(err)
	}
	reading, err := db.Query(`SELECT word FROM words`)
	if err != nil || !reading.Next() {
		t.Fatal(err)
	}
	other, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.ExecContext(t.Context(), `INSERT INTO words SELECT hex(zeroblob(5000)) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) SELECT i FROM n)`); err != nil {
		t.Error(err)
	}
	rows := 1
	for reading.Next() {
		rows++
	}
	if err := reading.Close(); rows != 3 || err != nil {
		t.Errorf("the reader sees %d rows, %v", rows, err)
	}
	n := 0
	if err := other.QueryRowContext(t.Context(), `SELECT longest(word) FROM words`).Scan(&n); err != nil || n != 10000 {
		t.Errorf("%d, %v", n, err)
	}
	if err := other.Close(); err != nil {
		t.Error(err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}
