package database_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/testing/databasetest"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// interrupted is a file that calls a function when its first bytes are written.
type interrupted struct {
	*os.File
	meanwhile func()
}

func (f *interrupted) Write(p []byte) (int, error) {
	if f.meanwhile != nil {
		f.meanwhile()
		f.meanwhile = nil
	}
	return f.File.Write(p)
}

// Writes go on while a snapshot is taken. The snapshot is of the moment at which it
// began.
func TestWritesGoOnDuringASnapshot(t *testing.T) {
	app := databasetest.NewApp(t)
	do := func(statement string) {
		t.Helper()
		if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			t.Error(err)
		}
	}
	do(`CREATE TABLE things (payload)`)
	do(`INSERT INTO things VALUES ('before')`) // this row is in the log alone
	path := filepath.Join(t.TempDir(), "data.db")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	err = database.Snapshot(t.Context(), app.ConcurrentDB(), &interrupted{file, func() {
		do(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO things SELECT zeroblob(4000) FROM n`)
		do(`DELETE FROM things WHERE payload = 'before'`)
	}})
	if err != nil {
		t.Fatal(err)
	}
	holds(t, path, "before")
}

// holds checks all of a copied database, which has one thing.
func holds(t *testing.T, path, thing string) {
	t.Helper()
	db, err := database.Connect(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := database.CheckIntegrity(db); err != nil {
		t.Error(err)
	}
	var things []string
	if err := db.NewQuery(`SELECT payload FROM things`).Column(&things); err != nil || len(things) != 1 || things[0] != thing {
		t.Errorf("the copy holds %d things %v", len(things), err)
	}
}

func TestASnapshotThatFails(t *testing.T) {
	app := databasetest.NewApp(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := database.Snapshot(ctx, app.ConcurrentDB(), &interrupted{}); err == nil {
		t.Error("a snapshot was taken after all")
	}
}

// beginReading reads from the database as it is at this moment, until the transaction
// ends.
func beginReading(t *testing.T, app core.App) *sql.Tx {
	t.Helper()
	reading, err := app.ConcurrentDB().(*dbx.DB).DB().BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := reading.QueryRow(`SELECT count(*) FROM things`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return reading
}

// During a long read the log cannot be emptied. Writes go on meanwhile. When the read has
// ended, the log is empty.
func TestSettleHoldsUpNobody(t *testing.T) {
	app := databasetest.NewApp(t)
	write := func(statement string) {
		t.Helper()
		if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	write(`PRAGMA busy_timeout(2000)`)
	write(`CREATE TABLE things (n)`)
	reading := beginReading(t, app)
	log := filepath.Join(app.DataDir(), "data.db-wal")
	settled := make(chan error)
	go func() {
		db, err := database.Connect(filepath.Join(app.DataDir(), "data.db"))
		if err != nil {
			settled <- err
			return
		}
		defer db.Close()
		db.DB().SetMaxOpenConns(1)
		settled <- database.EmptyLog(db)
	}()
	for busy, pages, moved := 0, 0, 0; moved <= 0; { // until Settle has begun
		if err := app.ConcurrentDB().NewQuery(`PRAGMA wal_checkpoint(NOOP)`).Row(&busy, &pages, &moved); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 500 {
		write(fmt.Sprintf(`INSERT INTO things VALUES (%d)`, i))
	}
	if err := reading.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := <-settled; err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(log); err != nil || info.Size() != 0 {
		t.Errorf("the log has %d bytes %v", info.Size(), err)
	}
}
