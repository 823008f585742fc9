package supply

import "dataimport/modules/kit/domain/payload"

// OnSupply reports whether the point is supplied today.
func (p *Point) OnSupply(today payload.Date) bool {
	return p.Start != 0 && p.Start <= today && !p.Ended(today)
}

// Ended reports whether the supply of the point has ended.
func (p *Point) Ended(today payload.Date) bool { return p.End != 0 && p.End <= today }

// Active reports whether the meter is in use.
func (m *Meter) Active() bool { return m.Removed == 0 && !m.Retired && !m.Has(m.RemovedMember) }

// Exchanged reports whether the meter was removed after its billed-to date.
func (m *Meter) Exchanged() bool { return m.Billed != 0 && m.Removed > m.Billed }

// FullyBilled reports whether the meter was removed by its billed-to date.
func (m *Meter) FullyBilled() bool { return m.Removed != 0 && m.Removed <= m.Billed }

// findBilledDates sets the billed-to dates. That of a register is its own, or else its
// meter's, its point's or the account's. That of a meter or a point is the earliest below
// it, or else found in the same way. A meter that was removed by its billed-to date is
// history, and does not count for its point.
func (a *Account) findBilledDates() {
	for i := range a.Addresses {
		for j := range a.Addresses[i].Points {
			a.Addresses[i].Points[j].findBilledDates(a)
		}
	}
}

func (p *Point) findBilledDates(a *Account) {
	above := firstDate(p.ownBilled, a.LastBilledTo)
	a.earliestBilled = earlier(a.earliestBilled, p.ownBilled)
	for i := range p.Meters {
		m := &p.Meters[i]
		var earliest payload.Date
		for j := range m.Registers {
			r := &m.Registers[j]
			r.Billed = firstDate(r.ownBilled, m.ownBilled, above)
			earliest = earlier(earliest, r.ownBilled)
		}
		a.earliestBilled = earlier(earlier(a.earliestBilled, earliest), m.ownBilled)
		below := firstDate(earliest, m.ownBilled)
		m.Billed = firstDate(below, above)
		if !m.FullyBilled() {
			p.Billed = earlier(p.Billed, below)
		}
	}
	p.Billed = firstDate(p.Billed, above)
	p.findReplacements()
}

// findReplacements marks the meters in use that came in place of exchanged ones.
func (p *Point) findReplacements() {
	for i := range p.Meters {
		removed := &p.Meters[i]
		if !removed.Exchanged() {
			continue
		}
		for j := range p.Meters {
			if m := &p.Meters[j]; m.Active() && (m.Installed == 0 || m.Installed >= removed.Removed) {
				m.Replacement = true
			}
		}
	}
}

func firstDate(dates ...payload.Date) payload.Date {
	for _, date := range dates {
		if date != 0 {
			return date
		}
	}
	return 0
}

// earlier returns the earlier one of two dates. A zero date does not count.
func earlier(a, b payload.Date) payload.Date {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}
