package writer

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// errUndo says that a job has failed after it wrote, with no savepoint to go back to.
var errUndo = errors.New("writer: a job must be undone")

// run runs one job: in its savepoint, or, where the transaction has none, as it is.
// The error is of the transaction, not the job's.
func (tx *Tx) run(p *pending) error {
	tx.after = nil
	if tx.savepoints {
		p.err = tx.Savepoint(func() error { return p.job(tx) })
	} else {
		p.err = tx.plain(p.job)
	}
	p.after = tx.after
	if tx.broken == nil && p.err != nil && tx.wrote && !tx.savepoints {
		return errUndo
	}
	return tx.broken
}

// plain runs a job of which nothing needs undoing unless it writes and then fails.
func (tx *Tx) plain(job Job) error {
	before := tx.counts
	tx.counts, tx.wrote = nil, false
	err := safely(func() error { return job(tx) })
	if err != nil {
		tx.counts = before
		return err
	}
	tx.counts = before.plus(tx.counts)
	return nil
}

// Savepoint runs do and undoes what it wrote if it fails. Savepoints may be nested;
// a panic is an error of the innermost.
func (tx *Tx) Savepoint(do func() error) error {
	if _, err := tx.Exec(`SAVEPOINT job`); err != nil {
		return tx.lose("savepoint", err)
	}
	counts, after := tx.counts, len(tx.after)
	tx.counts = nil
	err := safely(do)
	if err != nil {
		tx.counts, tx.after = counts, tx.after[:after]
		if _, rollbackErr := tx.Exec(`ROLLBACK TO job`); rollbackErr != nil {
			tx.lose("rollback", fmt.Errorf("%w, after %w", rollbackErr, err))
		}
	} else {
		tx.counts = counts.plus(tx.counts)
	}
	if _, releaseErr := tx.Exec(`RELEASE job`); releaseErr != nil {
		tx.lose("release", releaseErr)
	}
	return err
}

// lose notes why the whole transaction is lost: the first reason is the true one.
func (tx *Tx) lose(doing string, err error) error {
	if tx.broken == nil {
		tx.broken = fmt.Errorf("%s: %w", doing, err)
	}
	return tx.broken
}

// safely turns a panic into an error: one job's mistake must not end the others'.
func safely(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a write: %v\n%s", p, debug.Stack())
		}
	}()
	return do()
}
