package importclient

import "time"

// counts are the numbers of the summary: of this run, and of the finished lines of earlier runs of
// the same import.
type counts struct {
	finished, staged      int
	refused, refusedAfter int // refusedAfter: refused although their account exists
	duration              time.Duration
	byState               map[state]int
	byCode                map[string]*codeCounts
	unfinished            int  // of this run: taken, and to be sent again
	unread                bool // this run ended before the end of the book
}

// codeCounts counts the lines that were refused with a code, and among these the lines with each
// fault.
type codeCounts struct {
	lines  int
	faults map[string]int
}

func newCounts() *counts {
	return &counts{byState: map[state]int{}, byCode: map[string]*codeCounts{}}
}

// countRead returns how many lines of the book are finished or were taken.
func (c *counts) countRead() int { return c.finished + c.unfinished }

func (c *counts) addOutcome(o outcome) {
	c.finished++
	if o.staged {
		c.staged++
	}
	if !o.isRefused() {
		c.byState[o.account]++
		return
	}
	c.refused++
	if o.account != stateNone {
		c.refusedAfter++
	}
	code := c.byCode[o.code]
	if code == nil {
		code = &codeCounts{faults: map[string]int{}}
		c.byCode[o.code] = code
	}
	code.lines++
	for _, f := range o.faults {
		code.faults[f]++
	}
}
