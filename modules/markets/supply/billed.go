package supply

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

const areaBilled = "Billed-to dates"

// The rules of billed-to dates.
var (
	RuleBilledNotFound = catalogue.Rule{
		Code: "last_billed_to_date_not_found", Area: areaBilled,
		Meaning: "The account was billed before, and nothing says to which day a register or meter in use was billed.",
		Remedy:  "Add last_billed_to_date to it, or to its point or the account.",
	}
	RuleBilledOnNewMeter = catalogue.Rule{
		Code: "last_billed_to_date_on_new_meter", Area: areaBilled,
		Meaning: "A meter that came in place of an exchanged one has a billed-to date of its own, though it was not billed yet.",
		Remedy:  "Leave last_billed_to_date to the meter that was exchanged.",
	}
	RuleBilledReadingLater = catalogue.Rule{
		Code: "billed_reading_after_last_billed_to_date", Area: areaBilled,
		Meaning: "A reading is said to be billed, and is later than the day to which was billed.",
		Remedy:  "Correct billed, the date of the reading or last_billed_to_date.",
	}
)

// billedMatters reports whether the account was billed before, so that it matters to which
// day.
func (a *Account) billedMatters() bool {
	return a.Ledgers != nil && (a.Ledgers.HasHistory() || a.Ledgers.ClosingDate() != 0)
}

// checkBilledDate: what is measured and billed has a billed-to date.
func (p *Point) checkBilledDate(m *Meter, at *fault.At) {
	if !m.Active() || p.HalfHourly || m.Replacement || !at.Clean() {
		return
	}
	const detail = "The account was billed before, and nothing says to which day this was: add it here, to its point or to the account."
	if !p.ByRegister && m.Billed == 0 {
		at.AddAt("last_billed_to_date", RuleBilledNotFound.Code, detail)
		return
	}
	registers := at.Field("registers")
	for i := range m.Registers {
		if r := &m.Registers[i]; p.ByRegister && r.Settlement && r.Billed == 0 {
			place := registers.Index(i)
			place.AddAt("last_billed_to_date", RuleBilledNotFound.Code, detail)
		}
	}
}

// checkReplacement: a meter that came in place of an exchanged one was not billed yet.
func (m *Meter) checkReplacement(at *fault.At) {
	if !m.Replacement {
		return
	}
	const detail = "This meter came in place of one that was removed after the day to which was billed: leave the date to that one."
	if m.ownBilled != 0 {
		at.AddAt("last_billed_to_date", RuleBilledOnNewMeter.Code, detail)
	}
	registers := at.Field("registers")
	for i := range m.Registers {
		if m.Registers[i].ownBilled != 0 {
			place := registers.Index(i)
			place.AddAt("last_billed_to_date", RuleBilledOnNewMeter.Code, detail)
		}
	}
}

// checkBilledReadings: what was billed was read by the day to which was billed.
func (m *Meter) checkBilledReadings(history *fault.At) {
	for i := range m.History {
		reading := &m.History[i]
		if billed := m.billedOf(reading); reading.Billed && billed != 0 && reading.Date > billed {
			place := history.Index(i)
			place.AddAt("reading_date", RuleBilledReadingLater.Code, "This reading is of "+reading.Date.String()+" and is said to be billed, and the meter was billed to "+billed.String()+": correct one of these.")
		}
	}
}

// billedOf returns the billed-to date of the register that a reading is of, or else of the
// meter.
func (m *Meter) billedOf(reading *Reading) payload.Date {
	for i := range m.Registers {
		if m.Registers[i].ID == reading.Register && reading.Register != "" {
			return m.Registers[i].Billed
		}
	}
	return m.Billed
}
