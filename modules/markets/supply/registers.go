package supply

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// The rules of registers, and of the readings that name them.
var (
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
