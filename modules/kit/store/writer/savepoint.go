package writer

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
)

// errNeedsSavepoints says that a job has failed after it wrote, in a transaction without
// savepoints. The transaction must be rolled back and its jobs must run again.
var errNeedsSavepoints = errors.New("writer: a job must be undone")

// runJob runs one job: in a savepoint of its own where the transaction has savepoints.
// The job's error is in p. The returned error is of the transaction.
func (tx *Tx) runJob(p *pending) error {
	tx.after = nil
	if tx.savepoints {
		p.err = tx.Savepoint(func() error { return p.job(tx) })
	} else {
		before := tx.values
		tx.values, tx.wrote = nil, false
		p.err = func() (err error) {
			defer recoverPanic(&err)
			return p.job(tx)
		}()
		if p.err == nil {
			tx.values = before.merge(tx.values)
		} else { // before the job wrote, there is nothing to undo but its values
			tx.values = before
		}
	}
	p.after = tx.after
	if tx.broken == nil && p.err != nil && tx.wrote && !tx.savepoints {
		return errNeedsSavepoints
	}
	return tx.broken
}

// Savepoint runs do and rolls back what it wrote if it fails. Savepoints may be nested. A
// panic of do is an error of the innermost savepoint.
func (tx *Tx) Savepoint(do func() error) error {
	if _, err := tx.Exec(`SAVEPOINT job`); err != nil {
		return tx.markBroken("savepoint", err)
	}
	values, after := tx.values, len(tx.after)
	tx.values = nil
	err := func() (err error) {
		defer recoverPanic(&err)
		return do()
	}()
	if err != nil {
		tx.values, tx.after = values, tx.after[:after]
		if _, rollbackErr := tx.Exec(`ROLLBACK TO job`); rollbackErr != nil {
			tx.markBroken("rollback", fmt.Errorf("%w, after %w", rollbackErr, err))
		}
	} else {
		tx.values = values.merge(tx.values)
	}
	if _, releaseErr := tx.Exec(`RELEASE job`); releaseErr != nil {
		tx.markBroken("release", releaseErr)
	}
	return err
}

// RunAndUndo runs do and rolls back what it wrote, also where it succeeds. The error is
// that of do.
func (tx *Tx) RunAndUndo(do func() error) error {
	success := errors.New("undone")
	err := tx.Savepoint(func() error { return cmp.Or(do(), success) })
	if errors.Is(err, success) {
		return nil
	}
	return err
}

// markBroken notes why the whole transaction is lost, and returns the first reason that
// was noted: later errors follow from it.
func (tx *Tx) markBroken(doing string, err error) error {
	if tx.broken == nil {
		tx.broken = fmt.Errorf("%s: %w", doing, err)
	}
	return tx.broken
}

// recoverPanic is deferred around a job. It makes a panic of the job the error err: the
// panic of one job must not end the other jobs of its group.
func recoverPanic(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic in a write: %v\n%s", p, debug.Stack())
	}
}
