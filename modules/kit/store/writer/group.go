package writer

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"
)

// writeGroups is the one goroutine that writes.
func (w *Writer) writeGroups() {
	defer close(w.stopped)
	defer w.closeStatements()
	var group []*pending
	for first := range w.queue {
		group = append(group[:0], first)
		for len(group) > 0 {
			group = w.gatherGroup(group)
			group = w.writeGroup(group)
			w.prepareStatements()
		}
	}
}

// gatherGroup adds the jobs that are in the queue; it does not wait for more.
func (w *Writer) gatherGroup(group []*pending) []*pending {
	for len(group) < maxGroup {
		select {
		case p, open := <-w.queue:
			if !open {
				return group
			}
			group = append(group, p)
		default:
			return group
		}
	}
	return group
}

// writeGroup commits as many jobs of the group as there is time for, answers those, and
// returns the others.
func (w *Writer) writeGroup(group []*pending) (rest []*pending) {
	n, err := w.commitWithRetry(group)
	switch {
	case n == 0: // no transaction began, and the other jobs would not get one either
		n = len(group)
		w.answerGroup(group, err)
	case err != nil && n > 1:
		w.writeOneByOne(group[:n])
	default:
		w.answerGroup(group[:n], err)
	}
	return slices.Delete(group, 0, n)
}

// writeOneByOne gives each job a transaction of its own, after they have failed together.
// Only the jobs that caused the failure fail again. The error that a job returned before
// does not count: it may have come from what another job wrote and lost.
func (w *Writer) writeOneByOne(group []*pending) {
	for i := range group {
		n, err := w.commitWithRetry(group[i : i+1])
		if n == 0 {
			w.answerGroup(group[i:], err)
			return
		}
		w.answerGroup(group[i:i+1], err)
	}
}

// answerGroup gives the callers of a group the outcome: err, or each job's own error. What
// is committed is shipped to the replica before. The jobs that wrote nothing wait, too: they
// may have seen what another one wrote.
func (w *Writer) answerGroup(group []*pending, err error) {
	if err != nil || w.replica == nil {
		w.finishGroup(group, err)
		return
	}
	shipped := slices.Clone(group) // the slice is used again
	for _, p := range shipped {
		if p.committed != nil {
			p.committed()
		}
	}
	w.replica.Ship(func(err error) {
		if err != nil {
			err = fmt.Errorf("%w: %w", ErrUnreplicated, err)
		}
		w.finishGroup(shipped, err)
	})
}

func (w *Writer) finishGroup(group []*pending, err error) {
	for _, p := range group {
		if err != nil {
			p.err = err
		}
		if p.err != nil {
			p.err = w.ClassifyError(p.err)
		} else {
			for _, after := range p.after {
				callAfterCommit(after)
			}
		}
		close(p.done)
	}
}

// callAfterCommit survives a panic: what the job wrote is durable, and the caller must
// learn that.
func callAfterCommit(after func()) {
	defer func() {
		if p := recover(); p != nil {
			slog.Error("panic after a commit", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	after()
}

// commitWithRetry is commitGroup, again where the connection was lost. With a savepoint the
// engine copies each page that a job changes, so jobs get savepoints only where one of them
// must be rolled back alone. Nothing is begun once the storage has failed.
func (w *Writer) commitWithRetry(group []*pending) (n int, err error) {
	if err := w.Err(); err != nil {
		return 0, err
	}
	for range maxTries {
		n, err = w.commitGroup(group, false)
		if errors.Is(err, errNeedsSavepoints) {
			n, err = w.commitGroup(group, true)
		}
		if !errors.Is(err, driver.ErrBadConn) {
			break
		}
	}
	return n, w.ClassifyError(err)
}

// commitGroup runs jobs of the group in one transaction, for as long as a group may hold
// the connection, and returns how many took part. After an error none of them has happened,
// or all of them, if only the answer to the commit was lost.
func (w *Writer) commitGroup(group []*pending, savepoints bool) (n int, err error) {
	began, ended := time.Now(), time.Time{}
	defer func() { w.reportCommit(n, began, ended, err) }()
	sqlTx, err := w.db.BeginTx(context.Background(), nil)
	if err != nil {
		return 0, fmt.Errorf("begin: %w", err)
	}
	defer sqlTx.Rollback() //nolint:errcheck // does nothing after a commit
	held := time.Now()
	tx := &Tx{
		writer: w, sql: sqlTx, now: held.UTC().Truncate(time.Millisecond),
		prepared: make(map[string]*sql.Stmt), savepoints: savepoints,
	}
	if w.begin != nil {
		w.begin(tx)
	}
	w.scheduler.writing.Store(true)
	defer w.scheduler.writing.Store(false)
	for n < len(group) && (n == 0 || time.Since(held) < w.hold) {
		n++
		if err := tx.runJob(group[n-1]); err != nil {
			return n, err
		}
	}
	for _, v := range tx.values {
		if err := v.value.Flush(tx); err != nil {
			return n, err
		}
	}
	ended = time.Now()
	w.scheduler.writing.Store(false)
	if err := sqlTx.Commit(); err != nil {
		return n, fmt.Errorf("commit: %w", err)
	}
	return n, nil
}

// prepareStatements prepares the statements that were met for the first time. Where it
// fails, the next transaction prepares its own again.
func (w *Writer) prepareStatements() {
	for _, query := range w.unprepared {
		if w.prepared[query] != nil {
			continue
		}
		if statement, err := w.db.PrepareContext(context.Background(), query); err == nil {
			w.prepared[query] = statement
		}
	}
	w.unprepared = w.unprepared[:0]
}

func (w *Writer) closeStatements() {
	for _, statement := range w.prepared {
		_ = statement.Close()
	}
}
