package database_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/testing/databasetest"
)

// No statement writes on the connection of the console, also where it is not one query.
func TestTheConsoleCannotWrite(t *testing.T) {
	app := databasetest.NewApp(t)
	path, other := filepath.Join(app.DataDir(), "data.db"), filepath.Join(t.TempDir(), "x.db")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`DELETE FROM _params`, `PRAGMA query_only = OFF; DELETE FROM _params`, `CREATE TABLE x (y)`, `PRAGMA query_only = OFF; PRAGMA user_version = 7`,
		`PRAGMA query_only = OFF; ATTACH '` + other + `' AS x`, `PRAGMA query_only = OFF; VACUUM INTO '` + other + `'`,
		`PRAGMA query_only = OFF; PRAGMA writable_schema = ON; DELETE FROM sqlite_schema`,
	} {
		run := func(connection *sql.Conn) error {
			_, err := connection.ExecContext(t.Context(), statement)
			return err
		}
		if err := database.OnConsole(t.Context(), path, run); err == nil {
			t.Errorf("%s runs", statement)
		}
		if err := database.ReadQuery(t.Context(), path, statement, (*sql.Rows).Err); !errors.Is(err, database.ErrNotOneQuery) {
			t.Errorf("%s: %v", statement, err)
		}
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the file has changed %v", err)
	}
	if _, err := os.Stat(other); err == nil {
		t.Error("a file was made")
	}
}

// The path of the data folder may have the marks of an address.
func TestTheConsoleFindsTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a? #%20é.db")
	db, err := database.Connect(filepath.Join(filepath.Dir(path), "b.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.NewQuery(`CREATE TABLE x (y)`).Execute(); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(filepath.Dir(path), "b.db"), path); err != nil {
		t.Fatal(err)
	}
	if err := database.ReadQuery(t.Context(), path, `SELECT count(*) FROM x`, (*sql.Rows).Err); err != nil {
		t.Error(err)
	}
	if err := database.ReadQuery(t.Context(), path+".missing", `SELECT 1`, (*sql.Rows).Err); err == nil {
		t.Error("a missing file was opened")
	}
}
