package database_test

import (
	"path/filepath"
	"testing"
	"time"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/testing/databasetest"
)

// Litestream reads the log as long as the service runs. An erasure must not wait for its end.
func TestAReplicatedLogIsNotWaitedFor(t *testing.T) {
	app := databasetest.NewApp(t)
	for _, statement := range []string{`CREATE TABLE _litestream_lock (id INTEGER)`, `CREATE TABLE things (n)`, `INSERT INTO things VALUES (1)`} {
		if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	reading := beginReading(t, app)
	defer reading.Rollback() //nolint:errcheck // it has written nothing
	db, err := database.Connect(filepath.Join(app.DataDir(), "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.DB().SetMaxOpenConns(1)
	began := time.Now()
	if err := database.EmptyLog(db); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it waited for %s", took)
	}
}
