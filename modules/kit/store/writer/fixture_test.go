package writer

import (
	"database/sql"
	"errors"
	"testing"
	"time"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/testing/databasetest"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// fixture is a writer on a database with tables that suit faults: things, of unique
// names; and lines, whose thing must exist by the commit.
type fixture struct {
	*core.BaseApp
	t      *testing.T
	writer *Writer
	reader *database.Reader
}

const (
	addThing = `INSERT INTO things (id, name) VALUES (?, ?)`
	addLine  = `INSERT INTO lines (thing) VALUES (?)`
)

var errJob = errors.New("the job's own error")

func newFixture(t *testing.T) *fixture {
	app := databasetest.NewApp(t)
	d := &fixture{BaseApp: app, t: t, reader: database.NewReader(app)}
	for _, statement := range []string{
		`CREATE TABLE things (id TEXT PRIMARY KEY, created TEXT, updated TEXT, name TEXT UNIQUE, note TEXT)`,
		`CREATE TABLE lines (thing TEXT REFERENCES things (name) DEFERRABLE INITIALLY DEFERRED)`,
		// As a full disk does: the engine gives up the whole transaction.
		`CREATE TRIGGER poison BEFORE INSERT ON things WHEN NEW.name = 'poison' BEGIN SELECT RAISE(ROLLBACK, 'poisoned'); END`,
	} {
		if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	d.writer = d.open(app.NonconcurrentDB().(*dbx.DB).DB())
	return d
}

// open is a writer on db until the test ends. However slow the machine, it does not
// divide what waits together.
func (d *fixture) open(db *sql.DB) *Writer {
	w := newWriter(db, nil)
	w.hold = time.Hour
	go w.writeGroups()
	d.t.Cleanup(w.Close)
	return w
}

// add is a job that adds things and then returns err.
func add(err error, names ...string) Job {
	return func(tx *Tx) error {
		for _, name := range names {
			if _, err := tx.Exec(addThing, database.NewID(), name); err != nil {
				return err
			}
		}
		return err
	}
}

// group has all jobs waiting when the writer comes to them, so that they are one
// group, and gives their errors.
func (d *fixture) group(jobs ...Job) []error {
	return group(d.writer, jobs...)
}

func group(w *Writer, jobs ...Job) []error {
	free := hold(w)
	waiting := make([]*pending, len(jobs))
	for i, job := range jobs {
		waiting[i] = &pending{job: job, done: make(chan struct{})}
		if err := w.enqueue(waiting[i]); err != nil {
			panic(err)
		}
	}
	free()
	errs := make([]error, len(jobs))
	for i, p := range waiting {
		<-p.done
		errs[i] = p.err
	}
	return errs
}

// hold keeps the writer busy until free is called.
func hold(w *Writer) (free func()) {
	began, release := make(chan struct{}), make(chan struct{})
	p := &pending{done: make(chan struct{}), job: func(*Tx) error {
		close(began)
		<-release
		return nil
	}}
	if err := w.enqueue(p); err != nil {
		panic(err)
	}
	<-began
	return func() {
		close(release)
		<-p.done
	}
}

// names is the names of all things that are stored, in order.
func (d *fixture) names() string {
	d.t.Helper()
	var names string
	err := d.reader.QueryRow(`SELECT COALESCE(group_concat(name, ' '), '') FROM (SELECT name FROM things ORDER BY name)`).Scan(&names)
	if err != nil {
		d.t.Fatal(err)
	}
	return names
}

func (d *fixture) expect(want string) {
	d.t.Helper()
	if got := d.names(); got != want {
		d.t.Errorf("stored: %q, want %q", got, want)
	}
}

// counted is the value of a progress counter.
func (d *fixture) counted(supplier, name string) (n int) {
	d.t.Helper()
	err := d.reader.QueryRow(`SELECT COALESCE(SUM(n), 0) FROM progress WHERE supplier = ? AND name = ?`, supplier, name).Scan(&n)
	if err != nil {
		d.t.Fatal(err)
	}
	return n
}
