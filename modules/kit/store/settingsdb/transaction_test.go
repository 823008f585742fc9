package settingsdb_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/pocketbase/dbx"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/databasetest"
)

func TestSettingsWithinAJob(t *testing.T) {
	app := databasetest.NewApp(t)
	store := settingsdb.NewStore(database.NewReader(app))
	w := writer.New(app.NonconcurrentDB().(*dbx.DB).DB(), store.BeginTransaction)
	defer w.Close()
	check := func(exists bool) error {
		return w.Do(func(tx *writer.Tx) error {
			s, err := settingsdb.InTransaction(tx)
			if err == nil && (s.Supplier("ACME") != nil) != exists {
				err = fmt.Errorf("the supplier exists: %t", !exists)
			}
			again, againErr := settingsdb.InTransaction(tx)
			if again != s {
				t.Error("a job sees two snapshots")
			}
			return errors.Join(err, againErr)
		})
	}
	if err := check(false); err != nil {
		t.Error(err)
	}
	const insert = `INSERT INTO suppliers (id, code, status) VALUES ('acme', 'ACME', 'Ongoing')`
	if _, err := app.NonconcurrentDB().NewQuery(insert).Execute(); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			if err := check(true); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

// A writer that was opened without settings has none to give.
func TestAWriterWithoutSettings(t *testing.T) {
	w := writer.New(databasetest.NewApp(t).NonconcurrentDB().(*dbx.DB).DB(), nil)
	defer w.Close()
	err := w.Do(func(tx *writer.Tx) error {
		_, err := settingsdb.InTransaction(tx)
		return err
	})
	if err == nil {
		t.Error("no error")
	}
}
