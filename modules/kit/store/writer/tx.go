package writer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Tx is the transaction that a job writes through. Only that job may use it, and only
// until the job returns.
type Tx struct {
	writer   *Writer
	sql      *sql.Tx
	now      time.Time
	prepared map[string]*sql.Stmt
	shared   []sharedValue
	values   jobValues
	after    []func()
	broken   error // why the whole transaction is lost
	// savepoints says whether each job has a savepoint.
	savepoints bool
	wrote      bool // whether the job that runs has run a statement that may write
}

// sharedValue is a value that all jobs of a transaction share.
type sharedValue struct{ key, value any }

// Now returns the moment of this write, in UTC and whole milliseconds: the same for all of
// its rows.
func (tx *Tx) Now() time.Time { return tx.now }

// Share keeps a value for all jobs of the transaction. Unlike a [JobValue] it stays when a
// job fails, so it must not depend on what a job wrote.
func (tx *Tx) Share(key, value any) { tx.shared = append(tx.shared, sharedValue{key, value}) }

// Shared returns the value that is shared under key, nil where there is none.
func (tx *Tx) Shared(key any) any {
	for i := range tx.shared {
		if tx.shared[i].key == key {
			return tx.shared[i].value
		}
	}
	return nil
}

// AfterCommit has the writer call do once what the job wrote is durable. do must be quick.
func (tx *Tx) AfterCommit(do func()) {
	tx.after = append(tx.after, do)
}

// Exec runs a statement. The number of different texts must be bounded, since each is
// prepared and kept.
func (tx *Tx) Exec(query string, args ...any) (sql.Result, error) {
	statement, err := tx.prepareStatement(query)
	if err != nil {
		return nil, err
	}
	result, err := statement.Exec(args...)
	return result, tx.checkTransaction(err)
}

// Query runs a query. Its rows must be closed before the next statement.
func (tx *Tx) Query(query string, args ...any) (*sql.Rows, error) {
	statement, err := tx.prepareStatement(query)
	if err != nil {
		return nil, err
	}
	rows, err := statement.Query(args...)
	return rows, tx.checkTransaction(err)
}

// QueryRow runs a query for at most one row.
func (tx *Tx) QueryRow(query string, args ...any) *sql.Row {
	statement, err := tx.prepareStatement(query)
	if err != nil {
		return tx.sql.QueryRow(query, args...) // fails again, and the row has the error
	}
	row := statement.QueryRow(args...)
	_ = tx.checkTransaction(row.Err()) // the caller gets it from Scan
	return row
}

// checkTransaction finds out whether the transaction is lost after an error of a
// statement, and returns that error. After some errors, such as a full disk, the engine
// gives up the whole transaction. What a job wrote after that would be stored at once and
// on its own, so the transaction lets no further statement through.
func (tx *Tx) checkTransaction(err error) error {
	if err == nil || tx.broken != nil {
		return err
	}
	if _, nested := tx.sql.Exec(`BEGIN`); nested == nil { // BEGIN fails inside of a transaction
		_ = tx.sql.Rollback()
		tx.broken = fmt.Errorf("the transaction is lost: %w", err)
	}
	return err
}

// prepareStatement returns the prepared form of a query. The connection is busy with this
// transaction, so a query that is met for the first time is prepared for this transaction
// alone, and for all later ones when it has ended.
func (tx *Tx) prepareStatement(query string) (statement *sql.Stmt, err error) {
	tx.wrote = tx.wrote || !strings.HasPrefix(query, "SELECT")
	if statement := tx.prepared[query]; statement != nil {
		return statement, nil
	}
	if shared := tx.writer.prepared[query]; shared != nil {
		statement = tx.sql.StmtContext(context.Background(), shared)
	} else if endsTransaction(query) {
		return nil, tx.markBroken("statement", errors.New("a job may not end the transaction"))
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

// endsTransaction reports whether a statement would end the transaction of all jobs.
func endsTransaction(query string) bool {
	word, rest, _ := strings.Cut(strings.TrimSpace(query), " ")
	switch strings.ToUpper(word) {
	case "COMMIT", "END":
		return true
	case "ROLLBACK":
		return !strings.HasPrefix(strings.ToUpper(rest), "TO ")
	}
	return false
}
