package database_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/testing/databasetest"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// Every connection of both pools of both files has the settings that Connect promises,
// also connections that are opened later.
func TestPragmas(t *testing.T) {
	app := databasetest.NewApp(t)
	const normal, full = "1", "2"
	moves := map[string]string{normal: "1000", full: "0"} // the connection moves the log by itself
	for _, pool := range []struct {
		name        string
		db          dbx.Builder
		synchronous string
		connections int
	}{
		{"data readers", app.ConcurrentDB(), full, database.MaxReaders},
		{"data writer", app.NonconcurrentDB(), full, 1},
		{"auxiliary readers", app.AuxConcurrentDB(), normal, 2},
		{"auxiliary writer", app.AuxNonconcurrentDB(), normal, 1},
	} {
		want := map[string]string{
			"synchronous": pool.synchronous, "journal_mode": "wal", "foreign_keys": "1", "busy_timeout": "10000", "temp_store": "2",
			"wal_autocheckpoint": moves[pool.synchronous],
		}
		var open []*sql.Conn
		for i := range pool.connections {
			connection, err := pool.db.(*dbx.DB).DB().Conn(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			open = append(open, connection)
			for pragma, value := range want {
				var got string
				if err := connection.QueryRowContext(context.Background(), "PRAGMA "+pragma).Scan(&got); err != nil || got != value {
					t.Errorf("%s, connection %d: %s is %s %v, want %s", pool.name, i, pragma, got, err, value)
				}
			}
		}
		for _, connection := range open {
			_ = connection.Close()
		}
	}
}

// A transaction that reads first and then writes does not fail because another one wrote
// in between: it takes the write lock when it begins.
func TestTransactionsTakeTheWriteLock(t *testing.T) {
	app := databasetest.NewApp(t)
	other, err := database.Connect(filepath.Join(app.DataDir(), "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	connection, err := other.DB().Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if _, err := connection.ExecContext(context.Background(), `PRAGMA busy_timeout = 0`); err != nil {
		t.Fatal(err)
	}
	err = app.RunInTransaction(func(core.App) error {
		if tx, err := connection.BeginTx(context.Background(), nil); err == nil {
			t.Error("a second transaction began")
			return tx.Rollback()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	tx, err := connection.BeginTx(context.Background(), nil)
	if err != nil {
		t.Fatalf("after the first: %v", err)
	}
	_ = tx.Rollback()
}

func TestForeignKeysAreChecked(t *testing.T) {
	app := databasetest.NewApp(t)
	for _, statement := range []string{
		`CREATE TABLE parents (id TEXT PRIMARY KEY)`,
		`CREATE TABLE children (parent TEXT REFERENCES parents (id))`,
	} {
		if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := app.DB().NewQuery(`INSERT INTO children VALUES ('none')`).Execute(); err == nil {
		t.Error("a child without a parent was stored")
	}
}

func TestTimes(t *testing.T) {
	moment := time.Date(2024, 2, 29, 23, 59, 59, 987_654_321, time.FixedZone("", 3600))
	if got := database.Time(moment); got != "2024-02-29 22:59:59.987Z" {
		t.Errorf("got %s", got)
	}
	if got := database.ParseTime("2024-02-29 22:59:59.987Z"); !got.Equal(moment.Truncate(time.Millisecond)) || got.Location() != time.UTC {
		t.Errorf("got %s", got)
	}
	if database.Time(time.Time{}) != "" {
		t.Error("the zero time is not empty")
	}
	for _, s := range []string{"", "2024-02-29", "2024-02-29T22:59:59.987Z", "2024-02-30 22:59:59.987Z", "now"} {
		if got := database.ParseTime(s); !got.IsZero() {
			t.Errorf("%q: got %s", s, got)
		}
	}
}

// Values that SQL writes read as those that PocketBase writes.
func TestTimesAreAsPocketBaseWritesThem(t *testing.T) {
	app := databasetest.NewApp(t)
	teams, err := app.FindCollectionByNameOrId("teams")
	if err != nil {
		t.Fatal(err)
	}
	record := core.NewRecord(teams)
	record.Set("name", "Team")
	if err := app.Save(record); err != nil {
		t.Fatal(err)
	}
	var stored string
	if err := app.DB().NewQuery(`SELECT created FROM teams`).Row(&stored); err != nil {
		t.Fatal(err)
	}
	if written := database.Time(database.ParseTime(stored)); written != stored {
		t.Errorf("PocketBase wrote %q, we write %q", stored, written)
	}
}
