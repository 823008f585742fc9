package writer

import (
	"context"
	"errors"
	"time"

	"dataimport/modules/kit/ops/tracing"
)

// Watch is told of each transaction, by the one goroutine that writes: it must be quick.
type Watch struct {
	// Committed is called when a transaction has ended, with the jobs that took part,
	// how long it held the connection in all, how long the commit alone took, which is
	// zero where it did not come to that, and what it failed with. The error of a job
	// that was rolled back alone is none of the transaction's.
	Committed func(jobs int, held, commit time.Duration, err error)
}

// Observe has watch told of what is written from now on.
func (w *Writer) Observe(watch Watch) { w.watch.Store(&watch) }

// Waiting is how many jobs are in the queue.
func (w *Writer) Waiting() int { return len(w.queue) }

func (w *Writer) committed(jobs int, begun, ended time.Time, err error) {
	watch := w.watch.Load()
	if watch == nil || watch.Committed == nil || errors.Is(err, errUndo) { // which runs again
		return
	}
	now := time.Now()
	var commit time.Duration
	if !ended.IsZero() {
		commit = now.Sub(ended)
	}
	watch.Committed(jobs, now.Sub(begun), commit, err)
}

// DoIn is Do, as a part of the trace of ctx: how long the job waited for its turn, and
// how long it and the commit took. The job runs even if ctx has ended.
func (w *Writer) DoIn(ctx context.Context, job Job) error {
	if !tracing.On(ctx) {
		return w.Do(job)
	}
	queued := time.Now()
	var turn time.Time // of the last try
	err := w.Do(func(tx *Tx) error {
		turn = time.Now()
		return job(tx)
	})
	if turn.IsZero() {
		tracing.Past(ctx, "writer.wait", queued, time.Now(), true)
		return err
	}
	tracing.Past(ctx, "writer.wait", queued, turn, false)
	tracing.Past(ctx, "writer.commit", turn, time.Now(), err != nil)
	return err
}
