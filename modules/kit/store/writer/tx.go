package writer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"dataimport/modules/kit/domain/settings"
)

// Tx is what a job writes through. It is used by that job alone, until it returns.
type Tx struct {
	writer   *Writer
	sql      *sql.Tx
	began    time.Time
	now      time.Time
	prepared map[string]*sql.Stmt
	snapshot *settings.Snapshot
	counts   counts
	after    []func()
	broken   error // why the whole transaction is lost
	// savepoints is whether each job has one.
	savepoints bool
	wrote      bool // the job that runs, perhaps
}

func newTx(w *Writer, sqlTx *sql.Tx, savepoints bool) *Tx {
	began := time.Now()
	return &Tx{
		writer: w, sql: sqlTx, began: began, now: began.UTC().Truncate(time.Millisecond),
		prepared: make(map[string]*sql.Stmt), savepoints: savepoints,
	}
}

// Now is the moment of this write, in UTC: the same for all of its rows.
func (tx *Tx) Now() time.Time { return tx.now }

// Settings is what operators have configured; it cannot change before the commit.
func (tx *Tx) Settings() (*settings.Snapshot, error) {
	if tx.snapshot == nil {
		snapshot, err := tx.writer.settings.Within(tx)
		if err != nil {
			return nil, err
		}
		tx.snapshot = snapshot
	}
	return tx.snapshot, nil
}

// AfterCommit has do called once the job is durable. It must be quick.
func (tx *Tx) AfterCommit(do func()) {
	tx.after = append(tx.after, do)
}

// Exec runs a statement, whose text must be one of a bounded number.
func (tx *Tx) Exec(query string, args ...any) (sql.Result, error) {
	statement, err := tx.statement(query)
	if err != nil {
		return nil, err
	}
	result, err := statement.Exec(args...)
	return result, tx.check(err)
}

// Query runs a query; its rows must be closed before the next statement.
func (tx *Tx) Query(query string, args ...any) (*sql.Rows, error) {
	statement, err := tx.statement(query)
	if err != nil {
		return nil, err
	}
	rows, err := statement.Query(args...)
	return rows, tx.check(err)
}

// QueryRow runs a query for at most one row.
func (tx *Tx) QueryRow(query string, args ...any) *sql.Row {
	statement, err := tx.statement(query)
	if err != nil {
		return tx.sql.QueryRow(query, args...) // fails again, as the row's error
	}
	row := statement.QueryRow(args...)
	_ = tx.check(row.Err()) // the caller gets it from Scan
	return row
}

// check looks after a statement that failed. Some errors, a full disk for one, make
// the engine give up the whole transaction; what a job wrote after that would be
// stored at once and on its own. So then nothing more is let through.
func (tx *Tx) check(err error) error {
	if err == nil || tx.broken != nil {
		return err
	}
	if _, nested := tx.sql.Exec(`BEGIN`); nested == nil { // which fails inside of a transaction
		_ = tx.sql.Rollback()
		tx.broken = fmt.Errorf("the transaction is lost: %w", err)
	}
	return err
}

// statement is the prepared form of a query. The connection is busy with this
// transaction, so a query that is met for the first time is prepared for it alone,
// and for all later ones when it has ended.
func (tx *Tx) statement(query string) (statement *sql.Stmt, err error) {
	tx.wrote = tx.wrote || !strings.HasPrefix(query, "SELECT")
	if statement := tx.prepared[query]; statement != nil {
		return statement, nil
	}
	if ends(query) {
		return nil, tx.lose("statement", errors.New("a job may not end the transaction"))
	}
	if shared := tx.writer.prepared[query]; shared != nil {
		statement = tx.sql.StmtContext(context.Background(), shared)
	} else {
		statement, err = tx.sql.Prepare(query)
		if err != nil {
			return nil, err
		}
		tx.writer.unprepared = append(tx.writer.unprepared, query)
	}
	tx.prepared[query] = statement
	return statement, nil
}

// ends reports whether a statement would end the transaction of all jobs.
func ends(query string) bool {
	word, rest, _ := strings.Cut(strings.TrimSpace(query), " ")
	switch strings.ToUpper(word) {
	case "COMMIT", "END":
		return true
	case "ROLLBACK":
		return !strings.HasPrefix(strings.ToUpper(rest), "TO ")
	}
	return false
}
