package importclient

import (
	"context"
	"errors"
	"time"
)

// maxGivenUp is how many lines in a row may be given up before the run ends.
// One account that the service cannot handle must not stop a run; a service
// that cannot handle any must.
const maxGivenUp = 3

// A collector alone touches the report, the journal and the tally. It receives
// what the workers send, and stops the run when going on makes no sense.
type collector struct {
	journal *journal
	report  *report
	show    func(since int, elapsed time.Duration)
	stop    context.CancelCauseFunc

	finished, givenUp int   // of this run; givenUp counts those in a row
	lastGivenUp       error // the latest reason, for the user
	broken            error // the report or the journal cannot be written
}

// collect runs until results is closed.
func (c *collector) collect(results <-chan result, p pace, showEvery time.Duration) {
	begun := time.Now()
	shows, syncs := time.NewTicker(showEvery), time.NewTicker(p.sync)
	defer shows.Stop()
	defer syncs.Stop()
	for {
		select {
		case r, open := <-results:
			if !open {
				c.fail(c.journal.sync(c.report))
				return
			}
			c.take(r)
		case <-syncs.C:
			c.fail(c.journal.sync(c.report))
		case <-shows.C:
			c.show(c.finished, time.Since(begun))
		}
	}
}

func (c *collector) take(r result) {
	err := r.err
	if err == nil {
		err = c.finish(r)
		c.fail(err)
	}
	if err == nil {
		c.finished++
		c.givenUp = 0
		return
	}
	c.journal.tally.unfinished++
	c.giveUp(err)
}

// finish writes the report before the journal: a line may be sent twice, but
// its refusal must not be lost. After a failure the report may end in half a
// line, so nothing follows it.
func (c *collector) finish(r result) error {
	if r.refusal != nil {
		if c.broken != nil {
			return c.broken
		}
		if err := c.report.write(r); err != nil {
			return err
		}
	}
	return c.journal.finish(r.line.number, r.outcome)
}

func (c *collector) giveUp(err error) {
	if stop, ok := errors.AsType[*stopError](err); ok {
		c.stop(stop)
		return
	}
	again, ok := errors.AsType[*tryAgain](err)
	if !ok {
		return // the run is ending already
	}
	c.lastGivenUp = again
	if again.busy {
		return // another attempt holds this account, which says nothing of the others
	}
	if c.givenUp++; c.givenUp >= maxGivenUp {
		c.stop(&stopError{reason: "the service handles no account at present: " + again.reason})
	}
}

func (c *collector) fail(err error) {
	if err != nil && c.broken == nil {
		c.broken = err
		c.stop(&stopError{reason: err.Error()})
	}
}
