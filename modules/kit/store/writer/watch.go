package writer

import (
	"context"
	"errors"
	"time"
)

// Watch has the functions that telemetry gives the writer. Each may be nil.
type Watch struct {
	// Committed is called when a transaction has ended. jobs is the number of jobs that
	// took part, held how long the transaction held the connection, and commit how long
	// the commit alone took, 0 where the transaction did not get that far. err is the
	// error of the transaction; that of a job that was rolled back alone is not. The
	// goroutine that writes calls the function, so it must be quick.
	Committed func(jobs int, held, commit time.Duration, err error)
	// Trace returns a function that adds an ended span to the trace of ctx. It returns
	// nil where that trace is not recorded.
	Trace func(ctx context.Context) func(span string, began, ended time.Time, failed bool)
}

// Observe has the writer call the functions of watch from this moment on.
func (w *Writer) Observe(watch Watch) { w.watch.Store(&watch) }

// Waiting returns how many jobs are in the queue.
func (w *Writer) Waiting() int { return len(w.queue) }

// reportCommit calls the watch for a transaction that began and ended its last job at
// these moments. A transaction that runs again with savepoints is not reported.
func (w *Writer) reportCommit(jobs int, began, ended time.Time, err error) {
	watch := w.watch.Load()
	if watch == nil || watch.Committed == nil || errors.Is(err, errNeedsSavepoints) {
		return
	}
	now := time.Now()
	var commit time.Duration
	if !ended.IsZero() {
		commit = now.Sub(ended)
	}
	watch.Committed(jobs, now.Sub(began), commit, err)
}

type committedKey struct{}

// WithCommitted returns a context for [Writer.DoTraced]. The writer calls committed when a
// job is committed and only waits for the replica.
func WithCommitted(ctx context.Context, committed func()) context.Context {
	return context.WithValue(ctx, committedKey{}, committed)
}

// DoTraced is [Writer.Do] with two spans in the trace of ctx: how long the job waited for
// its turn, and how long the job and the commit took. The job runs even if ctx has ended.
func (w *Writer) DoTraced(ctx context.Context, job Job) error {
	var addSpan func(span string, began, ended time.Time, failed bool)
	if watch := w.watch.Load(); watch != nil && watch.Trace != nil {
		addSpan = watch.Trace(ctx)
	}
	queued := time.Now()
	var turn time.Time // of the last try
	committed, _ := ctx.Value(committedKey{}).(func())
	err := w.do(func(tx *Tx) error {
		turn = time.Now()
		return job(tx)
	}, committed)
	if addSpan == nil {
		return err
	}
	if turn.IsZero() {
		addSpan("writer.wait", queued, time.Now(), true)
		return err
	}
	addSpan("writer.wait", queued, turn, false)
	addSpan("writer.commit", turn, time.Now(), err != nil)
	return err
}
