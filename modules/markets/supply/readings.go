package supply

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

const (
	areaBilled   = "Billed-to dates"
	areaReadings = "Readings"
)

// The rules of billed-to dates and readings.
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
	RuleTransferDates = catalogue.Rule{
		Code: "transfer_reading_dates_must_match_last_billed_to_date", Area: areaReadings,
		Meaning: "The transfer reading of a meter in use is not of the day to which was billed.",
		Remedy:  "Correct one of the dates, or put the reading into reading_history.",
	}
	RuleTransferMissing = catalogue.Rule{
		Code: "missing_transfer_reading_for_register", Area: areaReadings,
		Meaning: "A register that is billed has no transfer reading.",
		Remedy:  "Add the reading of the day to which was billed.",
	}
	RuleTransferRepeated = catalogue.Rule{
		Code: "multiple_transfer_readings_for_register", Area: areaReadings,
		Meaning: "A register that is billed has more than one transfer reading.",
		Remedy:  "Leave the one of the day to which was billed, and put the others into reading_history.",
	}
	RuleGasTransferMissing = catalogue.Rule{
		Code: "active_gas_meter_without_transfer_reading", Area: areaReadings,
		Meaning: "A meter in use whose readings are not of registers has no transfer reading.",
		Remedy:  "Add the reading of the day to which was billed.",
	}
	RuleGasTransferRepeated = catalogue.Rule{
		Code: "active_gas_meter_with_multiple_transfer_readings", Area: areaReadings,
		Meaning: "A meter in use whose readings are not of registers has more than one transfer reading.",
		Remedy:  "Leave the one of the day to which was billed, and put the others into reading_history.",
	}
	RuleTransferFullyBilled = catalogue.Rule{
		Code: "reading_meter_fully_billed", Area: areaReadings,
		Meaning: "A meter was removed by the day to which was billed, and has transfer readings.",
		Remedy:  "Put the readings into reading_history.",
	}
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
	RuleReadingWithoutRegister = catalogue.Rule{
		Code: "reading_without_register_id", Area: areaReadings,
		Meaning: "A transfer reading does not say of which register it is.",
		Remedy:  "Add register_id.",
	}
	RuleReadingRegisterUnknown = catalogue.Rule{
		Code: "reading_register_id_not_recognised", Area: areaReadings,
		Meaning: "A transfer reading is of a register that the meter does not have.",
		Remedy:  "Correct register_id, or add the register.",
	}
	RuleHistoryWithoutRegister = catalogue.Rule{
		Code: "no_register_id_for_reading", Area: areaReadings,
		Meaning: "A reading of the past does not say of which register it is.",
		Remedy:  "Add register_id.",
	}
	RuleHistoryRegisterUnknown = catalogue.Rule{
		Code: "historical_reading_register_id_not_recognised", Area: areaReadings,
		Meaning: "A reading of the past is of a register that the meter does not have.",
		Remedy:  "Correct register_id, or add the register.",
	}
	RuleDuplicateRegisters = catalogue.Rule{
		Code: "meter_with_duplicate_register_ids", Area: "Meters",
		Meaning: "Two registers of a meter have the same register_id.",
		Remedy:  "Correct one of them, or put the two together.",
	}
)

// billedMatters reports whether the account was billed before, so that it matters to which
// day.
func (a *Account) billedMatters() bool {
	return a.Ledgers != nil && (a.Ledgers.HasHistory() || a.Ledgers.ClosingDate() != 0)
}

// checkBilledDate: what is measured and billed has a billed-to date.
func (p *Point) checkBilledDate(m *Meter, at *fault.At) {
	if !m.Active() || p.HalfHourly || m.Replacement || m.NeedsNoReading || !at.Clean() {
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

func (p *Point) checkReadings(m *Meter, at *fault.At) {
	transfer, history := at.Field("transfer_readings"), at.Field("reading_history")
	if p.ByRegister {
		m.checkRegisterIDs(m.Transfer, RuleReadingWithoutRegister.Code, RuleReadingRegisterUnknown.Code, at, &transfer)
		m.checkRegisterIDs(m.History, RuleHistoryWithoutRegister.Code, RuleHistoryRegisterUnknown.Code, at, &history)
	}
	for i := range m.History {
		reading := &m.History[i]
		if billed := m.billedOf(reading); reading.Billed && billed != 0 && reading.Date > billed {
			place := history.Index(i)
			place.AddAt("reading_date", RuleBilledReadingLater.Code, "This reading is of "+reading.Date.String()+" and is said to be billed, and the meter was billed to "+billed.String()+": correct one of these.")
		}
	}
	switch {
	case !at.Clean():
	case m.Active():
		p.checkTransfer(m, at, &transfer)
	case m.Exchanged():
		m.checkExchanged(at)
	case m.FullyBilled() && len(m.Transfer) > 0:
		transfer.Add(RuleTransferFullyBilled.Code, "The meter was removed on "+m.Removed.String()+" and was billed to "+m.Billed.String()+": put its readings into reading_history.")
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

// checkRegisterIDs: a reading names a register of its meter.
func (m *Meter) checkRegisterIDs(readings []Reading, without, unknown string, meter, at *fault.At) {
	for i := range readings {
		place := at.Index(i)
		id := readings[i].Register
		switch {
		case id == "" && place.Clean():
			place.AddAt("register_id", without, "The meter has registers, and this reading does not name one: add its register_id.")
		case id != "" && !m.hasRegister(id) && meter.CleanAt("registers"):
			place.AddAt("register_id", unknown, "The meter has no register with this register_id: correct it, or add the register.")
		}
	}
}

func (m *Meter) hasRegister(id string) bool {
	for i := range m.Registers {
		if m.Registers[i].ID == id {
			return true
		}
	}
	return false
}

// checkTransfer: a meter in use has one transfer reading, of the day to which it was
// billed; by register where it has any.
func (p *Point) checkTransfer(m *Meter, at, transfer *fault.At) {
	if m.Replacement {
		return
	}
	for i := range m.Transfer {
		reading := &m.Transfer[i]
		if billed := m.billedOf(reading); billed != 0 && reading.Date != 0 && reading.Date != billed {
			place := transfer.Index(i)
			place.AddAt("reading_date", RuleTransferDates.Code, "This transfer reading is of "+reading.Date.String()+", and the meter was billed to "+billed.String()+": correct one of the two.")
		}
	}
	if p.HalfHourly || m.NeedsNoReading {
		return
	}
	if !p.ByRegister {
		m.checkNumber(transfer)
		return
	}
	registers := at.Field("registers")
	for i := range m.Registers {
		if r := &m.Registers[i]; r.Settlement && r.Billed != 0 {
			place := registers.Index(i)
			m.checkRegisterNumber(r, &place, transfer)
		}
	}
}

// checkNumber: a meter without registers has one transfer reading.
func (m *Meter) checkNumber(transfer *fault.At) {
	switch {
	case len(m.Transfer) == 0 && m.Billed != 0:
		transfer.Add(RuleGasTransferMissing.Code, "This meter was billed to "+m.Billed.String()+" and has no transfer reading: add the one of that day.")
	case len(m.Transfer) > 1 && m.Billed != 0:
		place := transfer.Index(1)
		place.Add(RuleGasTransferRepeated.Code, "This meter has a transfer reading already: leave one, and put the others into reading_history.")
	}
}

// checkRegisterNumber: a register has one transfer reading.
func (m *Meter) checkRegisterNumber(r *Register, at, transfer *fault.At) {
	found := 0
	for i := range m.Transfer {
		if m.Transfer[i].Register != r.ID {
			continue
		}
		if found++; found == 2 {
			place := transfer.Index(i)
			place.Add(RuleTransferRepeated.Code, "The register of this reading has a transfer reading already: leave one, and put the others into reading_history.")
		}
	}
	if found == 0 {
		at.Add(RuleTransferMissing.Code, "This register was billed to "+r.Billed.String()+" and has no transfer reading: add the one of that day.")
	}
}

// checkExchanged: a meter that was removed after the day to which was billed has a transfer
// reading, and a reading of its removal.
func (m *Meter) checkExchanged(at *fault.At) {
	if len(m.Transfer) == 0 {
		at.AddAt("transfer_readings", RuleExchangedWithoutTransfer.Code, "This meter was removed on "+m.Removed.String()+" and was billed to "+m.Billed.String()+": add the reading of that day.")
	}
	if !m.hasReading(m.Removed) {
		at.AddAt("removed_on", RuleExchangedWithoutLast.Code, "This meter was removed after the day to which it was billed, "+m.Billed.String()+", and has no reading of its removal: add it.")
	}
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

func (m *Meter) checkDuplicateRegisters(at *fault.At) {
	registers := at.Field("registers")
	for i := range m.Registers {
		id := m.Registers[i].ID
		for j := range i {
			if id != "" && m.Registers[j].ID == id {
				place := registers.Index(i)
				place.AddAt("register_id", RuleDuplicateRegisters.Code, "The meter has a register with this register_id already: correct one of the two.")
				break
			}
		}
	}
}
