package importclient

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// runImport imports one book. Its error is one line for the user. The summary has the rest.
func runImport(ctx context.Context, o options, io streams) (err error) {
	b, err := openBook(o.book, io.in)
	if err != nil {
		return err
	}
	defer b.closeFile()
	r := newReport(o.report, false)
	if err := r.checkPaths(o.book, o.book+".journal"); err != nil {
		return err
	}
	log, err := openResumeLog(o, b)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.closeFile()) }()
	if log.complete {
		_, _ = fmt.Fprintln(io.out, "Every line was finished by an earlier run; nothing was sent. To begin anew, add --restart.")
		log.counts.printSummary(io.out, o.mode)
		return log.counts.newRefusedError(o)
	}
	r.resume = log.counts.refused > 0
	return sendBook(ctx, o, io, b, log, r)
}

// sendBook sends the lines that are not finished and prints the summary.
func sendBook(ctx context.Context, o options, io streams, b *book, log *resumeLog, r *report) error {
	life, stop := newLifetime(ctx, o.timings.grace)
	defer stop(nil)
	s := newSender(o)
	shown := newDisplay(io.err, o)
	c := &collector{resumeLog: log, report: r, stop: stop, display: func(since int, elapsed time.Duration) {
		if b.startOffset.Load() >= 0 {
			shown.update(newSnapshot(b, log.counts, s.api, since, elapsed))
		}
	}}
	p := &pool{book: b, sender: s, finished: log.finished.hasLine, workers: o.concurrency}
	results, ended := p.startWorkers(life)
	c.collectResults(results, o.timings)
	shown.close()
	end := c.explainEnd(ctx, life.taking, ended)
	if end == nil {
		end = c.markImportComplete()
	}
	if err := r.closeFile(); end == nil && err != nil {
		end = fmt.Errorf("the report cannot be written: %w", err)
	}
	return concludeRun(o, io, log, end)
}

// explainEnd returns why the run ended with lines left. It returns nil where none is left.
func (c *collector) explainEnd(ctx, taking context.Context, ended <-chan error) error {
	t := c.resumeLog.counts
	var readError error
	select {
	case readError = <-ended:
		t.unread = readError != nil
	default:
		t.unread = true
	}
	stopped, _ := errors.AsType[*stopError](context.Cause(taking))
	switch {
	case c.writeError != nil:
		return c.writeError
	case stopped != nil && (t.unread || t.unfinished > 0):
		return stopped
	case readError != nil:
		return fmt.Errorf("the book cannot be read on: %w", readError)
	case ctx.Err() != nil && (t.unread || t.unfinished > 0):
		return errInterrupted
	case t.unfinished > 0:
		return fmt.Errorf("%d of %d accounts are not finished (%w)", t.unfinished, t.countRead(), c.lastGivenUp)
	default:
		return nil
	}
}

// markImportComplete marks an import that has no lines left.
func (c *collector) markImportComplete() error {
	if err := c.report.removeStale(); err != nil {
		return err
	}
	return c.resumeLog.markComplete()
}

func newSnapshot(b *book, t *counts, a *api, since int, elapsed time.Duration) snapshot {
	s := snapshot{done: b.offset.Load() - b.startOffset.Load(), total: -1, ok: t.finished - t.refused, refused: t.refused,
		finishedHere: since, elapsed: elapsed, wait: a.findWait(time.Now())}
	if b.size >= 0 {
		s.total = b.size - b.startOffset.Load()
	}
	return s
}
