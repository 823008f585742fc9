package importclient

import "time"

// A tally counts what a summary tells: of this run, and of the earlier runs of
// the same import, as far as lines are finished.
type tally struct {
	finished, staged      int
	refused, refusedAfter int // refusedAfter: refused although their account exists
	ran                   time.Duration
	byState               map[state]int
	byCode                map[string]*codeTally
	unfinished            int  // of this run: taken, and to be taken again
	unread                bool // this run ended before the book did
}

// A codeTally counts lines refused with a code, and among these the lines that
// have each fault.
type codeTally struct {
	lines  int
	faults map[string]int
}

func newTally() *tally {
	return &tally{byState: map[state]int{}, byCode: map[string]*codeTally{}}
}

// read is how many lines of the book are accounted for.
func (t *tally) read() int { return t.finished + t.unfinished }

func (t *tally) add(o outcome) {
	t.finished++
	if o.staged {
		t.staged++
	}
	if !o.refused() {
		t.byState[o.account]++
		return
	}
	t.refused++
	if o.account != stateNone {
		t.refusedAfter++
	}
	c := t.byCode[o.code]
	if c == nil {
		c = &codeTally{faults: map[string]int{}}
		t.byCode[o.code] = c
	}
	c.lines++
	for _, f := range o.faults {
		c.faults[f]++
	}
}
