package writer

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"
)

// run is the one goroutine that writes.
func (w *Writer) run() {
	defer close(w.stopped)
	defer w.unprepare()
	var group []*pending
	for first := range w.queue {
		group = append(group[:0], first)
		for len(group) > 0 {
			group = w.gather(group)
			group = w.write(group)
			w.prepare()
		}
	}
}

// gather adds what is waiting, without waiting for more.
func (w *Writer) gather(group []*pending) []*pending {
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

// write commits as many of the group as there is time for, answers those, and
// returns the others.
func (w *Writer) write(group []*pending) (rest []*pending) {
	n, err := w.attempt(group)
	switch {
	case n == 0: // there was no transaction, nor would the others get one
		n = len(group)
		w.answer(group, err)
	case err != nil && n > 1:
		w.answerEach(group[:n])
	default:
		w.answer(group[:n], err)
	}
	return slices.Delete(group, 0, n)
}

// answerEach gives each job a transaction of its own, after they have failed
// together: only those to blame fail again, and an error that a job gave before may
// have come from what another one wrote and lost.
func (w *Writer) answerEach(group []*pending) {
	for i := range group {
		n, err := w.attempt(group[i : i+1])
		if n == 0 {
			w.answer(group[i:], err)
			return
		}
		w.answer(group[i:i+1], err)
	}
}

// answer tells those who wait for a group what became of it.
func (w *Writer) answer(group []*pending, err error) {
	for _, p := range group {
		if err != nil {
			p.err = err
		}
		p.err = w.Judge(p.err)
		if p.err == nil {
			for _, after := range p.after {
				announce(after)
			}
		}
		close(p.done)
	}
}

// announce survives a panic: what the job wrote is durable, and its caller is told so.
func announce(after func()) {
	defer func() {
		if p := recover(); p != nil {
			slog.Error("panic after a commit", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	after()
}

// attempt is commit, again where the connection was lost. A savepoint has the engine
// copy each page that its job changes, so jobs get one only when one of them needs it.
// Nothing is begun once the storage has failed.
func (w *Writer) attempt(group []*pending) (n int, err error) {
	if err := w.Err(); err != nil {
		return 0, err
	}
	for range maxTries {
		n, err = w.commit(group, false)
		if errors.Is(err, errUndo) {
			n, err = w.commit(group, true)
		}
		if !errors.Is(err, driver.ErrBadConn) {
			break
		}
	}
	return n, w.Judge(err)
}

// commit runs the jobs of the group in one transaction, for as long as a group
// may hold the connection, and says how many took part. After an error none of them
// has happened, or all, if only the answer to the commit was lost.
func (w *Writer) commit(group []*pending, savepoints bool) (n int, err error) {
	begun, ended := time.Now(), time.Time{}
	defer func() { w.committed(n, begun, ended, err) }()
	sqlTx, err := w.db.BeginTx(context.Background(), nil)
	if err != nil {
		return 0, fmt.Errorf("begin: %w", err)
	}
	defer sqlTx.Rollback() //nolint:errcheck // does nothing after a commit
	tx := newTx(w, sqlTx, savepoints)
	w.precedence.writing.Store(true)
	defer w.precedence.writing.Store(false)
	for n < len(group) && (n == 0 || time.Since(tx.began) < w.hold) {
		n++
		if err := tx.run(group[n-1]); err != nil {
			return n, err
		}
	}
	if err := tx.writeCounts(); err != nil {
		return n, fmt.Errorf("counters: %w", err)
	}
	ended = time.Now()
	w.precedence.writing.Store(false)
	if err := sqlTx.Commit(); err != nil {
		return n, fmt.Errorf("commit: %w", err)
	}
	return n, nil
}

// prepare readies the statements that were met for the first time. Where it
// fails, the next transaction prepares its own again.
func (w *Writer) prepare() {
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

func (w *Writer) unprepare() {
	for _, statement := range w.prepared {
		_ = statement.Close()
	}
}
