package importclient

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// run imports one book. Its error is one line for the user; the summary has the
// rest.
func run(ctx context.Context, o options, io streams) (err error) {
	b, err := openBook(o.book, io.in)
	if err != nil {
		return err
	}
	defer b.close()
	r := newReport(o.report, false)
	if err := r.apart(o.book, o.book+".journal"); err != nil {
		return err
	}
	j, err := openJournal(o, b)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.close()) }()
	if j.complete {
		_, _ = fmt.Fprintln(io.out, "Every line was finished by an earlier run; nothing was sent. To begin anew, add --restart.")
		j.tally.print(io.out, o.mode)
		return j.tally.verdict(o)
	}
	r.resume = j.tally.refused > 0
	return execute(ctx, o, io, b, j, r)
}

// execute sends what is not finished and tells how it went.
func execute(ctx context.Context, o options, io streams, b *book, j *journal, r *report) error {
	life, stop := newLifetime(ctx, o.pace.grace)
	defer stop(nil)
	s := newSender(o)
	shown, every := newDisplay(io.err, o.mode, o.pace)
	c := &collector{journal: j, report: r, stop: stop, show: func(since int, elapsed time.Duration) {
		if b.begun.Load() >= 0 {
			shown.update(snapshotOf(b, j.tally, s.api, since, elapsed))
		}
	}}
	p := &pool{book: b, sender: s, finished: j.finished.has, workers: o.concurrency}
	results, ended := p.start(life)
	c.collect(results, o.pace, every)
	shown.close()
	end := c.ending(ctx, life.taking, ended)
	if end == nil {
		end = c.settle()
	}
	if err := r.close(); end == nil && err != nil {
		end = fmt.Errorf("the report cannot be written: %w", err)
	}
	return conclude(o, io, j, end)
}

// ending says why the run ended with lines left, nil if it left none.
func (c *collector) ending(ctx, taking context.Context, ended <-chan error) error {
	t := c.journal.tally
	var readError error
	select {
	case readError = <-ended:
		t.unread = readError != nil
	default:
		t.unread = true
	}
	stopped, _ := errors.AsType[*stopError](context.Cause(taking))
	switch {
	case c.broken != nil:
		return c.broken
	case stopped != nil && (t.unread || t.unfinished > 0):
		return stopped
	case readError != nil:
		return fmt.Errorf("the book cannot be read on: %w", readError)
	case ctx.Err() != nil && (t.unread || t.unfinished > 0):
		return errInterrupted
	case t.unfinished > 0:
		return fmt.Errorf("%d of %d accounts are not finished (%w)", t.unfinished, t.read(), c.lastGivenUp)
	default:
		return nil
	}
}

// settle marks an import of which nothing is left to do.
func (c *collector) settle() error {
	if err := c.report.removeStale(); err != nil {
		return err
	}
	return c.journal.markComplete()
}

func snapshotOf(b *book, t *tally, a *api, since int, elapsed time.Duration) snapshot {
	s := snapshot{begun: b.begun.Load(), offset: b.offset.Load(), size: b.size,
		ok: t.finished - t.refused, refused: t.refused, sinceHere: since, elapsed: elapsed}
	if trouble := a.trouble.Load(); trouble != nil {
		s.trouble = *trouble
	}
	return s
}
