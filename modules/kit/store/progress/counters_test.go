package progress_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/dbx"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/databasetest"
)

// counted is a database with its writer.
type counted struct {
	*testing.T
	db     *dbx.DB
	writer *writer.Writer
}

func newCounted(t *testing.T) *counted {
	db := databasetest.NewApp(t).NonconcurrentDB().(*dbx.DB)
	c := &counted{t, db, writer.New(db.DB(), nil)}
	t.Cleanup(c.writer.Close)
	return c
}

// is compares the lines of a query, joined by spaces.
func (c *counted) is(query, want string) {
	c.Helper()
	var lines []string
	if err := c.db.NewQuery(query).Column(&lines); err != nil {
		c.Fatal(err)
	}
	if got := strings.Join(lines, " "); got != want {
		c.Errorf("%s: %q, want %q", query, got, want)
	}
}

const values = `SELECT supplier || ':' || name || '=' || n FROM progress WHERE n <> 0 ORDER BY supplier, name`

func TestCountersOverTime(t *testing.T) {
	c := newCounted(t)
	for range 3 {
		err := c.writer.Do(func(tx *writer.Tx) error {
			progress.Count(tx, "acme", "staged", 2)
			progress.Count(tx, "acme", "notes", 1)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	c.is(`SELECT name || max(n) || (count(*) <= 2) AS line FROM progress_history WHERE at LIKE '____-__-__ __:__:00.000Z' GROUP BY name`, "staged61")
}

// Prepared rows carry their counters, each time that they are written.
func TestPreparedRowsAreCounted(t *testing.T) {
	c := newCounted(t)
	rows := writer.NewPreparedRows(database.ParseTime("2024-07-01 12:00:00.000Z"))
	progress.Count(rows, "acme", "notes", 2)
	progress.Count(rows, "acme", "notes", 1)
	dryRun := errors.New("dry run")
	for _, end := range []error{dryRun, nil, nil} {
		err := c.writer.Do(func(tx *writer.Tx) error {
			progress.Count(tx, "acme", "staged", 1)
			return tx.Savepoint(func() error { return errors.Join(tx.InsertPrepared(rows), end) })
		})
		if !errors.Is(err, end) {
			t.Error(err)
		}
	}
	c.is(values, "acme:notes=6 acme:staged=2")
}

// Jobs of one group, some of which fail, count as if each had run alone.
func TestOnlyJobsThatSucceedAreCounted(t *testing.T) {
	c := newCounted(t)
	var group sync.WaitGroup
	for i := range 100 {
		group.Go(func() {
			_ = c.writer.Do(func(tx *writer.Tx) error {
				progress.Count(tx, "acme", "staged", 1)
				_ = tx.Savepoint(func() error {
					progress.Count(tx, "acme", "notes", 1)
					return errors.New("undone")
				})
				if i%4 == 0 {
					return errors.New("refused")
				}
				progress.Count(tx, "acme", "staged", -1)
				progress.Count(tx, "other", "staged", 1)
				return nil
			})
		})
	}
	group.Wait()
	c.is(values, "other:staged=75")
}
