package supply

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

const areaReadings = "Readings"

// The rules of transfer readings.
var (
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
)

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
	if p.HalfHourly {
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

// checkRegisterNumber: a register has one transfer reading, unless it needs none.
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
	if found == 0 && !r.NeedsNoReading {
		at.Add(RuleTransferMissing.Code, "This register was billed to "+r.Billed.String()+" and has no transfer reading: add the one of that day.")
	}
}
