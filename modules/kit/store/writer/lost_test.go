package writer

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"dataimport/modules/kit/store/database"

	"github.com/pocketbase/dbx"
)

// flaky loses its connection at commits, as a connection over a network may: before the
// commit has happened, or after it, so that only its answer is lost.
type flaky struct {
	engine driver.Driver
	path   string
	fates  []fate // of the next commits; later ones succeed
}

type fate struct {
	commits, answers bool
	failure          error // an error in place of a lost connection
}

func (f fate) error() error {
	if f.failure != nil {
		return f.failure
	}
	return driver.ErrBadConn
}

func (f *flaky) Connect(context.Context) (driver.Conn, error) {
	connection, err := f.engine.Open(f.path)
	return flakyConn{connection, f}, err
}

func (f *flaky) Driver() driver.Driver { return f.engine }

type flakyConn struct {
	driver.Conn
	flaky *flaky
}

func (c flakyConn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	tx, err := c.Conn.(driver.ConnBeginTx).BeginTx(ctx, options)
	return flakyTx{tx, c.flaky}, err
}

type flakyTx struct {
	driver.Tx
	flaky *flaky
}

func (tx flakyTx) Commit() error {
	if len(tx.flaky.fates) == 0 {
		return tx.Tx.Commit()
	}
	fate := tx.flaky.fates[0]
	tx.flaky.fates = tx.flaky.fates[1:]
	if !fate.commits {
		_ = tx.Rollback()
		return fate.error()
	}
	err := tx.Tx.Commit()
	if !fate.answers {
		return fate.error()
	}
	return err
}

// flaky returns a writer whose commits have these fates.
func (d *fixture) flaky(fates ...fate) *Writer {
	plain := d.NonconcurrentDB().(*dbx.DB).DB()
	db := sql.OpenDB(&flaky{engine: plain.Driver(), path: filepath.Join(d.DataDir(), "data.db"), fates: fates})
	db.SetMaxOpenConns(1)
	d.t.Cleanup(func() { _ = db.Close() })
	return d.open(db)
}

// Idempotent jobs are done exactly once, however often the connection is lost.
func TestLostConnections(t *testing.T) {
	lost, unanswered := fate{}, fate{commits: true}
	fine := fate{commits: true, answers: true}
	for _, c := range []struct {
		name  string
		fates []fate // the first is of the transaction during which the other jobs gather
		fails bool
	}{
		{"never", nil, false},
		{"once", []fate{fine, lost}, false},
		{"the answer alone", []fate{fine, unanswered}, false},
		{"both", []fate{fine, unanswered, lost}, false},
		{"as often as is tried", []fate{fine, lost, lost, lost}, false}, // after that, each job has its own tries
		{"for longer", []fate{fine, lost, lost, lost, lost, lost, unanswered, lost}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newFixture(t)
			w := d.flaky(c.fates...)
			runs := make([]int, 3)
			jobs := make([]Job, len(runs))
			for i := range jobs {
				jobs[i] = func(tx *Tx) error {
					runs[i]++
					result, err := tx.Exec(`INSERT INTO things (id, name) VALUES (?, ?) ON CONFLICT DO NOTHING`, fmt.Sprint(i), fmt.Sprint(i))
					if err != nil {
						return err
					}
					if n, _ := result.RowsAffected(); n > 0 {
						count(tx, "s", "things", 1)
					}
					return nil
				}
			}
			for i, err := range group(w, jobs...) {
				if failed := errors.Is(err, driver.ErrBadConn); failed != (c.fails && i == 0) || err != nil && !failed {
					t.Errorf("job %d after %d runs: %v", i, runs[i], err)
				}
			}
			d.expect("0 1 2")
			if n := d.counted("s", "things"); n != 3 {
				t.Errorf("counted %d", n)
			}
		})
	}
}

// When the database is gone, every job gets an error, and no job waits without end.
func TestDatabaseGone(t *testing.T) {
	d := newFixture(t)
	db, err := database.Connect(d.DataDir() + "/data.db")
	if err != nil {
		t.Fatal(err)
	}
	w := d.open(db.DB())
	if err := w.Do(add(nil, "a")); err != nil {
		t.Fatal(err)
	}
	_ = db.Close()
	jobs := slices.Repeat([]Job{add(nil, "b")}, 3)
	errs := make([]error, len(jobs))
	var group sync.WaitGroup
	for i, job := range jobs {
		group.Go(func() { errs[i] = w.Do(job) })
	}
	group.Wait()
	for _, err := range errs {
		if err == nil || !strings.Contains(err.Error(), "begin") {
			t.Errorf("got %v", err)
		}
	}
	d.expect("a")
}
