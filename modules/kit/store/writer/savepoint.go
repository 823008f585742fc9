package writer

import (
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
		p.err = tx.runWithoutSavepoint(p.job)
	}
	p.after = tx.after
	if tx.broken == nil && p.err != nil && tx.wrote && !tx.savepoints {
		return errNeedsSavepoints
	}
	return tx.broken
}

// runWithoutSavepoint runs a job. Where the job fails before it wrote, there is nothing
// to undo but its values.
func (tx *Tx) runWithoutSavepoint(job Job) error {
	before := tx.values
	tx.values, tx.wrote = nil, false
	err := recoverPanic(func() error { return job(tx) })
	if err != nil {
		tx.values = before
		return err
	}
	tx.values = before.merge(tx.values)
	return nil
}

// Savepoint runs do and rolls back what it wrote if it fails. Savepoints may be nested. A
// panic of do is an error of the innermost savepoint.
func (tx *Tx) Savepoint(do func() error) error {
	if _, err := tx.Exec(`SAVEPOINT job`); err != nil {
		return tx.markBroken("savepoint", err)
	}
	values, after := tx.values, len(tx.after)
	tx.values = nil
	err := recoverPanic(do)
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

// markBroken notes why the whole transaction is lost, and returns the first reason that
// was noted: later errors follow from it.
func (tx *Tx) markBroken(doing string, err error) error {
	if tx.broken == nil {
		tx.broken = fmt.Errorf("%s: %w", doing, err)
	}
	return tx.broken
}

// recoverPanic returns a panic of do as an error: the panic of one job must not end the
// other jobs of its group.
func recoverPanic(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a write: %v\n%s", p, debug.Stack())
		}
	}()
	return do()
}
