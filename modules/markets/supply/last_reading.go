package supply

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// The rules of the last readings of meters that were removed, and of supply that has ended.
var (
	RuleExchangedWithoutTransfer = catalogue.Rule{
		Code: "no_transfer_reading_on_exchanged_meter", Area: areaReadings,
		Meaning: "A meter was removed after the day to which was billed, and has no transfer reading.",
		Remedy:  "Add the reading of the day to which was billed.",
	}
	RuleExchangedWithoutLast = catalogue.Rule{
		Code: "no_reading_on_removed_on", Area: areaReadings,
		Meaning: "A meter was removed after the day to which was billed, and has no reading of the day of its removal.",
		Remedy:  "Add the last reading of the meter to reading_history.",
	}
	RuleEndWithoutReading = catalogue.Rule{
		Code: "no_reading_on_supply_end_date", Area: areaReadings,
		Meaning: "The supply of a point ended after the day to which was billed, and no meter has a reading of the last day.",
		Remedy:  "Add the last reading to reading_history.",
	}
)

// checkExchanged: a meter that was removed after the day to which was billed has a transfer
// reading, and a reading of its removal.
func (m *Meter) checkExchanged(at *fault.At) {
	if len(m.Transfer) == 0 {
		at.AddAt("transfer_readings", RuleExchangedWithoutTransfer.Code, "This meter was removed on "+m.Removed.String()+" and was billed to "+m.Billed.String()+": add the reading of that day.")
	}
	if !m.hasReading(m.Removed) {
		at.AddAt(m.RemovedMember, RuleExchangedWithoutLast.Code, "This meter was removed after the day to which it was billed, "+m.Billed.String()+", and has no reading of its removal: add it.")
	}
}

// checkSupplyEnd: where the supply ended after the day to which was billed, there is a
// reading of its end.
func (a *Account) checkSupplyEnd(p *Point, at *fault.At) {
	if !p.Ended(a.Today) || p.Billed == 0 || p.End <= p.Billed || p.Unmetered || !at.CleanAt("meters") {
		return
	}
	for i := range p.Meters {
		if p.Meters[i].hasReading(p.End) {
			return
		}
	}
	at.AddAt("supply_end_date", RuleEndWithoutReading.Code, "The supply ended on "+p.End.String()+" and was billed to "+p.Billed.String()+", and no meter has a reading of its end: add it.")
}

// hasReading reports whether the meter has a reading of a day.
func (m *Meter) hasReading(day payload.Date) bool {
	for _, readings := range [][]Reading{m.Transfer, m.History} {
		for i := range readings {
			if readings[i].Date == day {
				return true
			}
		}
	}
	return false
}
