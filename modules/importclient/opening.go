package importclient

import (
	"fmt"
	"sync"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/apiclient"
)

// openingLines is how many accounts are sent first. Where all are refused for one reason, the
// cause is rarely the accounts: it is the wrong supplier, team or market, a setting, or a
// mistake of the query that made the book.
const openingLines = 50

// An opening watches what becomes of the first accounts of a run.
type opening struct {
	mu      sync.Mutex
	over    bool
	refused int
	// reasons count the refused lines with a fault at a member.
	reasons map[reason]int
	detail  map[reason]string
}

// A reason is a fault at a member, with * in place of indexes.
type reason struct{ code, member string }

// isOpen reports whether the first accounts have no outcome that says that others may be sent.
func (p *opening) isOpen() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.over
}

// end lets all lines be sent.
func (p *opening) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
}

// countLeft returns how many lines may be sent before it is known whether others are.
func (p *opening) countLeft() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return max(1, openingLines-p.refused)
}

// note takes the outcome of a line. One that is not refused ends the opening, and so does one
// whose reasons the lines before do not have.
func (p *opening) note(o *lineOutcome) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return
	}
	if !o.isRefused() {
		p.over = true
		return
	}
	if p.reasons == nil {
		p.reasons, p.detail = make(map[reason]int), make(map[reason]string)
	}
	p.refused++
	faults := o.Errors
	if len(faults) == 0 {
		faults = []apiclient.Fault{{Code: o.Code, Detail: o.Detail}}
	}
	counted := make(map[reason]bool)
	shared := false
	for _, f := range faults {
		r := reason{f.Code, fault.MemberOf(f.Attr)}
		if counted[r] {
			continue
		}
		counted[r] = true
		p.reasons[r]++
		p.detail[r] = f.Detail
		shared = shared || p.reasons[r] == p.refused
	}
	p.over = !shared
}

// findReason returns why all of the first accounts were refused, as the error that ends the run.
// It is nil while fewer are, or where they have no reason in common.
func (p *opening) findReason() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over || p.refused < openingLines {
		return nil
	}
	for r, n := range p.reasons {
		if n < p.refused {
			continue
		}
		place := ""
		if r.member != "" {
			place = " at " + r.member
		}
		return &apiclient.StopError{Reason: fmt.Sprintf("the first %d accounts are refused for one reason: %s%s (%s); the rest was not sent. --keep-going sends it nevertheless",
			p.refused, r.code, place, apiclient.JoinLines(p.detail[r]))}
	}
	return nil
}
