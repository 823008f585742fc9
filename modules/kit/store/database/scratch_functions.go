package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
)

// Function is a function of SQL that the statements of a scratch database may use, beside
// those of the engine. It has either Scalar or NewAggregate. It is deterministic.
type Function struct {
	Name   string
	Args   int // -1 for any number
	Scalar func(args []driver.Value) (driver.Value, error)
	// NewAggregate returns the function for one group of rows.
	NewAggregate func() Aggregate
}

// Aggregate is an aggregate function on one group of rows.
type Aggregate interface {
	Add(args []driver.Value) error
	Result() (driver.Value, error)
}

// OpenSharedScratch opens a scratch database that has functions of its own, and as many
// connections as are given. A reader waits for no writer. As with [OpenScratch] its files
// have no name: they are gone when the program ends, in whatever way. Its memory is bounded:
// sorting and temporary tables use files.
func OpenSharedScratch(connections int, functions ...Function) (*sql.DB, error) {
	dir, err := os.MkdirTemp("", "dataimport-*")
	if err != nil {
		return nil, err
	}
	d := &sqlite.Driver{}
	for i := range functions {
		d.MustRegisterFunction(functions[i].Name, functions[i].implementation())
	}
	db := sql.OpenDB(scratch{d, filepath.Join(dir, "scratch.db") + "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(OFF)" +
		"&_pragma=cache_size(-32000)&_pragma=temp_store(FILE)&_pragma=journal_size_limit(200000000)"})
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	err = touchFiles(db, connections)
	if err = errors.Join(err, os.RemoveAll(dir)); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// touchFiles has all connections open their files while these have names.
func touchFiles(db *sql.DB, connections int) error {
	for n := range connections {
		c, err := db.Conn(context.Background())
		if err != nil {
			return err
		}
		defer c.Close() // gives it back to the pool
		if _, err := c.ExecContext(context.Background(), `CREATE TABLE touched (n); DROP TABLE touched`); err != nil {
			return fmt.Errorf("connection %d: %w", n, err)
		}
	}
	return nil
}

// scratch opens the connections of a scratch database. Its driver has the functions of this
// database alone.
type scratch struct {
	driver *sqlite.Driver
	name   string
}

func (s scratch) Connect(context.Context) (driver.Conn, error) { return s.driver.Open(s.name) }

func (s scratch) Driver() driver.Driver { return s.driver }

func (f *Function) implementation() *sqlite.FunctionImpl {
	i := &sqlite.FunctionImpl{NArgs: int32(f.Args), Deterministic: true}
	if f.NewAggregate != nil {
		i.MakeAggregate = func(sqlite.FunctionContext) (sqlite.AggregateFunction, error) {
			return aggregate{f.NewAggregate()}, nil
		}
		return i
	}
	i.Scalar = func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) { return f.Scalar(args) }
	return i
}

var errNoWindow = errors.New("this function has no window that begins at a later row: sum all rows, or those up to the current one")

// aggregate is an aggregate function as the engine calls it.
type aggregate struct{ of Aggregate }

func (a aggregate) Step(_ *sqlite.FunctionContext, args []driver.Value) error { return a.of.Add(args) }

func (a aggregate) WindowInverse(*sqlite.FunctionContext, []driver.Value) error {
	return errNoWindow
}

func (a aggregate) WindowValue(*sqlite.FunctionContext) (driver.Value, error) { return a.of.Result() }

func (a aggregate) Final(*sqlite.FunctionContext) {}
