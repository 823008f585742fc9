package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pocketbase/pocketbase/core"
	sqlite "modernc.org/sqlite/lib"
)

const (
	// startCheck is how long the check at the start may take. The check of a larger
	// database ends beside the work.
	startCheck = 5 * time.Second
	// checkInterval is the time between two checks of the whole database.
	checkInterval = 24 * time.Hour
)

// Damage says that the database's file is not what the engine has written.
type Damage struct{ text string }

func (d *Damage) Error() string { return "the database is damaged: " + d.text }

// Code is the engine's code, by which ClassifyError knows it.
func (d *Damage) Code() int { return sqlite.SQLITE_CORRUPT }

// DamageCheck looks for damage of the database. The engine notices damage only in pages
// that it reads, and keeps pages in memory.
type DamageCheck struct {
	path  string
	found atomic.Pointer[error]
	whole bool // CheckStart has read all

	mu      sync.Mutex
	file    os.FileInfo // as it was first
	largest int64       // bytes of the file, which never shrinks
}

// NewDamageCheck returns the check of app's database.
func NewDamageCheck(app core.App) *DamageCheck {
	return &DamageCheck{path: filepath.Join(app.DataDir(), DataFile)}
}

// CheckStart reads as much of the database as can be read in a few seconds. Its error says
// what to do about damage.
func (d *DamageCheck) CheckStart() error {
	ctx, cancel := context.WithTimeout(context.Background(), startCheck)
	defer cancel()
	err := d.checkFile()
	if err == nil {
		err = d.checkPages(ctx, func() {})
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	d.whole = err == nil
	return describeDamage(filepath.Dir(d.path), err)
}

// Run checks the whole database each day, and now where CheckStart could not, until ctx ends or damage is found. It
// calls damaged with what it has found.
func (d *DamageCheck) Run(ctx context.Context, damaged func(error)) {
	if d.whole && !pause(ctx, checkInterval) {
		return
	}
	for {
		began := time.Now()
		rest := func() { // half of the time is for others
			pause(ctx, time.Since(began))
			began = time.Now()
		}
		if err := d.checkPages(ctx, rest); err != nil && ctx.Err() == nil {
			if ClassifyError(err) == Broken {
				d.found.Store(&err)
				damaged(err)
				return
			}
			slog.Warn("the database could not be checked for damage", "error", err)
		}
		if !pause(ctx, checkInterval) {
			return
		}
	}
}

// pause waits, and returns false where ctx ends before.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// checkPages checks table by table, so that no read lasts as long as the whole check. Its
// connection is new: the others have pages in memory.
func (d *DamageCheck) checkPages(ctx context.Context, rest func()) error {
	return onConsole(ctx, d.path, func(connection *sql.Conn) error {
		tables, err := readTables(ctx, connection)
		if err != nil {
			return err
		}
		for _, table := range tables {
			var found string
			if err := connection.QueryRowContext(ctx, `SELECT quick_check FROM pragma_quick_check(?)`, table).Scan(&found); err != nil {
				return err
			}
			if found != "ok" {
				return &Damage{found}
			}
			rest()
		}
		return nil
	})
}

func readTables(ctx context.Context, connection *sql.Conn) (tables []string, err error) {
	rows, err := connection.QueryContext(ctx, `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		tables = append(tables, name)
	}
	return tables, rows.Err()
}

// Err returns damage that is known, and otherwise looks at the file without reading it all.
func (d *DamageCheck) Err(ctx context.Context) error {
	if found := d.found.Load(); found != nil {
		return *found
	}
	if err := d.checkFile(); err != nil {
		return err
	}
	// A new connection reads the file's first page, which others have in memory.
	return onConsole(ctx, d.path, func(connection *sql.Conn) error {
		var identity int
		return connection.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&identity)
	})
}

// checkFile returns an error where the file was removed, replaced or cut off.
func (d *DamageCheck) checkFile() error {
	info, err := os.Stat(d.path)
	if errors.Is(err, fs.ErrNotExist) {
		return &Damage{"its file is missing"}
	}
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.file == nil:
		d.file = info
	case !os.SameFile(d.file, info):
		return &Damage{"its file was replaced"}
	case info.Size() < d.largest:
		return &Damage{fmt.Sprintf("its file has %d bytes and had %d", info.Size(), d.largest)}
	}
	d.largest = max(d.largest, info.Size())
	return nil
}
