package importclient

import (
	"context"
	"errors"
	"time"
)

// maxGivenUp is how many lines in a row may be given up before the run ends. One account that the
// service cannot handle does not stop a run. A service that can handle none does.
const maxGivenUp = 3

// A collector receives the workers' results. It alone uses the report, the resume log and the
// counts. It stops the run where the remaining lines would fail as well.
type collector struct {
	resumeLog *resumeLog
	report    *report
	display   func(since int, elapsed time.Duration)
	stop      context.CancelCauseFunc

	finished, givenUp int   // of this run; givenUp counts lines in a row
	lastGivenUp       error // the latest reason, for the user
	writeError        error // the report or the resume log cannot be written
}

// collectResults runs until results is closed.
func (c *collector) collectResults(results <-chan result, p timings) {
	begun := time.Now()
	shows, syncs := time.NewTicker(p.bar), time.NewTicker(p.sync)
	defer shows.Stop()
	defer syncs.Stop()
	for {
		select {
		case r, open := <-results:
			if !open {
				c.stopOnWriteError(c.resumeLog.syncWithReport(c.report))
				return
			}
			c.takeResult(r)
		case <-syncs.C:
			c.stopOnWriteError(c.resumeLog.syncWithReport(c.report))
		case <-shows.C:
			c.display(c.finished, time.Since(begun))
		}
	}
}

func (c *collector) takeResult(r result) {
	err := r.err
	if err == nil {
		err = c.finishLine(r)
		c.stopOnWriteError(err)
	}
	if err == nil {
		c.finished++
		c.givenUp = 0
		return
	}
	c.resumeLog.counts.unfinished++
	c.giveUpLine(err)
}

// finishLine writes the report before the resume log: a line may be sent twice, but its refusal
// must not be lost. After a failed write the report may end in half a line, so nothing follows it.
func (c *collector) finishLine(r result) error {
	if r.refusal != nil {
		if c.writeError != nil {
			return c.writeError
		}
		if err := c.report.writeRefusal(r); err != nil {
			return err
		}
	}
	return c.resumeLog.recordLine(r.line.number, r.outcome)
}

func (c *collector) giveUpLine(err error) {
	if stop, ok := errors.AsType[*stopError](err); ok {
		c.stop(stop)
		return
	}
	again, ok := errors.AsType[*retryError](err)
	if !ok {
		return // the run is ending already
	}
	c.lastGivenUp = again
	if again.busy {
		return // another attempt holds this account: other lines are not affected
	}
	if c.givenUp++; c.givenUp >= maxGivenUp {
		c.stop(&stopError{reason: "the service handles no account at present: " + again.reason})
	}
}

func (c *collector) stopOnWriteError(err error) {
	if err != nil && c.writeError == nil {
		c.writeError = err
		c.stop(&stopError{reason: err.Error()})
	}
}
