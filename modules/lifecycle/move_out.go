package lifecycle

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

const (
	// settleTime is how long nothing may change before a supplier is written into an archive. A
	// receiver may take 15 seconds to answer to a delivery.
	settleTime = 20 * time.Second
	// heldUntil is the moment of the next attempt of a delivery that is not made here any more.
	heldUntil = "9999-12-31 00:00:00.000Z"
	// heldAway is why such a delivery ends where the supplier was.
	heldAway = "the supplier was moved to another cell, which delivers this"
)

// MovedOut describes an archive with all that a supplier has.
type MovedOut struct {
	Supplier  string   `json:"supplier"`
	Archive   string   `json:"archive"`
	Rows      Counts   `json:"rows"`
	Held      int      `json:"held_deliveries"` // deliveries that the other cell makes
	Clients   []string `json:"api_clients"`     // whose keys hold in the other cell
	Shared    []string `json:"api_clients_of_several_suppliers,omitzero"`
	Root      string   `json:"document_root,omitzero"` // in the store of documents, which is not in the archive
	Documents int      `json:"documents"`
	Staff     []string `json:"staff_to_create_again,omitzero"` // who may see this supplier, and stay here
	Next      string   `json:"next"`
}

// moveOut writes all that a supplier has into an archive, which is a database. Nothing of the
// supplier is changed here but the time of its deliveries.
type moveOut struct {
	c        *commandServices
	supplier *settings.Supplier
	archive  string
	settle   time.Duration
	result   MovedOut
}

// errNotPaused says what has to be done before.
func errNotPaused(s *settings.Supplier) error {
	return fmt.Errorf("%s is %s and takes data: set its status to Paused, so that nothing is missing in the archive", s.Code, s.Status)
}

func (m *moveOut) run(ctx context.Context) error {
	if _, err := os.Lstat(m.archive); err == nil {
		return fmt.Errorf("%s exists: name another file, or remove it", m.archive)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	held, err := m.holdDeliveries()
	if err != nil {
		return err
	}
	m.result = MovedOut{Supplier: m.supplier.Code, Archive: m.archive, Rows: make(Counts), Held: held, Root: m.supplier.DocumentRoot}
	part := m.archive + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := m.write(ctx, part); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	if err := os.Rename(part, m.archive); err != nil {
		return err
	}
	m.result.Next = "copy the documents, run `dataimport supplier move in` with the archive in the other cell, route its requests there, then run `dataimport supplier move end " + m.supplier.Code + "` here"
	return m.c.writer.Do(func(tx *writer.Tx) error {
		return audit.Add(tx, &audit.Entry{Actor: audit.Command(), Action: audit.MoveOut, Collection: "suppliers", Record: m.supplier.ID, Label: m.supplier.Code,
			After: map[string]any{"rows": m.result.Rows}})
	})
}

// holdDeliveries keeps deliveries that wait from being made here, and waits until those that are
// under way have ended. Requests that were accepted before the pause have ended then, too.
func (m *moveOut) holdDeliveries() (held int, err error) {
	for since := time.Now(); ; time.Sleep(m.settle / 10) {
		changed, err := m.holdOnce()
		if err != nil {
			return 0, err
		}
		held += changed
		switch {
		case changed > 0:
			since = time.Now()
		case time.Since(since) >= m.settle:
			return held, m.c.reader.QueryRow(`SELECT count(*) FROM outbox WHERE supplier = ? AND state = 'waiting'`, m.supplier.ID).Scan(&held)
		}
	}
}

func (m *moveOut) holdOnce() (changed int, err error) {
	err = m.c.writer.Do(func(tx *writer.Tx) error {
		var status string
		if err := tx.QueryRow(`SELECT status FROM suppliers WHERE id = ?`, m.supplier.ID).Scan(&status); err != nil {
			return err
		}
		if m.supplier.Status = settings.Status(status); m.supplier.Status == settings.Ongoing {
			return errNotPaused(m.supplier)
		}
		changed, err = execute(tx, `UPDATE outbox SET next_attempt_at = ? WHERE supplier = ? AND state = 'waiting' AND next_attempt_at <> ?`,
			[]any{heldUntil, m.supplier.ID, heldUntil})
		return err
	})
	return changed, err
}

// write writes the archive as the database was at one moment.
func (m *moveOut) write(ctx context.Context, path string) error {
	db, err := database.Connect(filepath.Join(m.c.app.DataDir(), database.DataFile))
	if err != nil {
		return err
	}
	defer db.Close()
	connection, err := db.DB().Conn(ctx)
	if err != nil {
		return err
	}
	defer connection.Close()
	if _, err := connection.ExecContext(ctx, `ATTACH DATABASE ? AS archive`, path); err != nil {
		return err
	}
	if err := os.Chmod(path, 0o600); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	q := onConnection{ctx, connection}
	for _, statement := range []string{`PRAGMA archive.journal_mode = OFF`, `PRAGMA archive.synchronous = FULL`, `BEGIN DEFERRED`} {
		if _, err := q.Exec(statement); err != nil {
			return err
		}
	}
	if err := errors.Join(m.copyRows(q), m.describe(q)); err != nil {
		_, _ = q.Exec(`ROLLBACK`)
		return err
	}
	if _, err := q.Exec(`COMMIT`); err != nil {
		return err
	}
	_, err = q.Exec(`DETACH DATABASE archive`)
	return err
}

// copyRows copies the rows of the supplier, and says in the table archive what they are.
func (m *moveOut) copyRows(q onConnection) error {
	migrations, err := listMigrations(q, "main")
	if err != nil {
		return err
	}
	for _, statement := range []string{
		`CREATE TABLE archive.archive (supplier TEXT, code TEXT, migrations TEXT, made TEXT)`,
		`CREATE TABLE archive.contents (name TEXT PRIMARY KEY, n INTEGER)`,
	} {
		if _, err := q.Exec(statement); err != nil {
			return err
		}
	}
	if _, err := q.Exec(`INSERT INTO archive.archive VALUES (?, ?, ?, ?)`, m.supplier.ID, m.supplier.Code, migrations, database.Time(time.Now())); err != nil {
		return err
	}
	for _, t := range listMovedTables(m.c.tables) {
		if _, err := q.Exec(`CREATE TABLE archive.`+t.name+` AS SELECT * FROM main.`+t.name+` WHERE `+t.condition+` ORDER BY id`, m.supplier.ID); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		if _, err := q.Exec(`CREATE UNIQUE INDEX archive.` + t.name + `_id ON ` + t.name + ` (id)`); err != nil {
			return err
		}
		var n int
		if err := q.QueryRow(`SELECT count(*) FROM archive.` + t.name).Scan(&n); err != nil {
			return err
		}
		if _, err := q.Exec(`INSERT INTO archive.contents VALUES (?, ?)`, t.name, n); err != nil {
			return err
		}
		m.result.Rows.addRows(t.name, n)
	}
	return nil
}

// describe says what the archive does not settle by itself.
func (m *moveOut) describe(q onConnection) (err error) {
	const clients = `SELECT name FROM archive.api_clients WHERE json_array_length(suppliers) `
	if m.result.Clients, err = database.ReadTexts(q, clients+`= 1 ORDER BY name`); err != nil {
		return err
	}
	if m.result.Shared, err = database.ReadTexts(q, clients+`> 1 ORDER BY name`); err != nil {
		return err
	}
	m.result.Clients = slices.Sorted(slices.Values(append(m.result.Clients, m.result.Shared...)))
	m.result.Staff, err = database.ReadTexts(q, `SELECT email FROM main.staff WHERE EXISTS (SELECT 1 FROM json_each(suppliers) WHERE value = ?) ORDER BY email`, m.supplier.ID)
	if err != nil {
		return err
	}
	m.result.Documents, err = m.countDocuments(q)
	return err
}

// countDocuments counts the places of documents that imported rows name.
func (m *moveOut) countDocuments(q onConnection) (n int, err error) {
	accounts, err := database.ReadTexts(q, `SELECT account FROM archive.import_processes WHERE account <> ''`)
	if err != nil {
		return 0, err
	}
	for _, account := range accounts {
		paths, err := m.c.tables.DocumentPaths(q, account)
		if err != nil {
			return 0, err
		}
		n += len(paths)
	}
	return n, nil
}

// onConnection runs statements on one connection.
type onConnection struct {
	ctx  context.Context
	conn *sql.Conn
}

// Exec runs a statement.
func (c onConnection) Exec(query string, args ...any) (sql.Result, error) {
	return c.conn.ExecContext(c.ctx, query, args...)
}

// Query runs a query.
func (c onConnection) Query(query string, args ...any) (*sql.Rows, error) {
	return c.conn.QueryContext(c.ctx, query, args...)
}

// QueryRow runs a query that returns a row at most.
func (c onConnection) QueryRow(query string, args ...any) *sql.Row {
	return c.conn.QueryRowContext(c.ctx, query, args...)
}
