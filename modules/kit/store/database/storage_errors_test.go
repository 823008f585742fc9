package database_test

import (
	"errors"
	"fmt"
	"testing"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/testing/databasetest"
)

type coded int

func (c coded) Error() string { return fmt.Sprintf("code %d", int(c)) }
func (c coded) Code() int     { return int(c) }

// The numbers are those of https://www.sqlite.org/rescode.html.
func TestTroubleOf(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		want database.StorageErrorKind
	}{
		{"none", nil, database.NoStorageError},
		{"of somebody else", errors.New("disk I/O error"), database.NoStorageError},
		{"a constraint", coded(2067), database.NoStorageError},
		{"a wrong statement", coded(1), database.NoStorageError},
		{"locked by another process", coded(5), database.Busy},
		{"locked while it recovers", coded(261), database.Busy},
		{"no space", coded(13), database.Full},
		{"no space for the log's index", coded(4874), database.Full},
		{"read-only", coded(8), database.Full},
		{"read-only since it was moved", coded(1032), database.Full},
		{"cannot be opened", coded(14), database.Full},
		{"a write failed", coded(778), database.Broken},
		{"a flush failed", coded(1034), database.Broken},
		{"a read failed", coded(266), database.Broken},
		{"nonsense", coded(11), database.Broken},
		{"not a database", coded(26), database.Broken},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, err := range []error{c.err, fmt.Errorf("commit: %w", c.err), errors.Join(errors.New("other"), c.err)} {
				if got := database.ClassifyError(err); got != c.want {
					t.Errorf("%v: got %d, want %d", err, got, c.want)
				}
			}
		})
	}
}

// Real errors of the engine are classified, and not only their numbers.
func TestTroubleOfTheEngine(t *testing.T) {
	app := databasetest.NewApp(t)
	for _, c := range []struct {
		name, query string
		want        database.StorageErrorKind
	}{
		{"a wrong statement", `SELECT nothing FROM nowhere`, database.NoStorageError},
		{"no space", `CREATE TABLE large AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) SELECT randomblob(5000) FROM n`, database.Full},
	} {
		_, err := app.NonconcurrentDB().NewQuery(`PRAGMA max_page_count = 1`).Execute() // the engine uses the current size as the maximum
		if err != nil {
			t.Fatal(err)
		}
		if _, err := app.NonconcurrentDB().NewQuery(c.query).Execute(); err == nil || database.ClassifyError(err) != c.want {
			t.Errorf("%s: %v is %d, want %d", c.name, err, database.ClassifyError(err), c.want)
		}
	}
}
