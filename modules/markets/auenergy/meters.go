package auenergy

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/markets/supply"
)

var ruleTransferRequired = catalogue.Rule{
	Code: "required_transfer_readings", Area: "Readings",
	Meaning: "A basic meter of an embedded network is in use and has no transfer reading.",
	Remedy:  "Add the readings of the day to which was billed.",
}

// readMeter sets what follows from the members of a meter that only this market has.
func readMeter(a *supply.Account, p *supply.Point, m *supply.Meter) {
	switch p.Kind {
	case electricity:
		for i := range m.Registers {
			m.Registers[i].NeedsNoReading = !m.Registers[i].Flag("has_readings", true)
		}
	case embeddedElectricity:
		readActivity(a, m)
		m.Retired = m.Text("status") != "C"
		for i := range m.Registers {
			r := &m.Registers[i]
			r.NeedsNoReading, r.Settlement = true, r.Text("status") != "R"
		}
	case embeddedGas:
		readActivity(a, m)
		readBilled(m)
	case embeddedWater:
		readBilled(m)
	}
}

// readActivity reads since when and until when a meter is in use, which meters of embedded
// networks say to the second.
func readActivity(a *supply.Account, m *supply.Meter) {
	day := func(member string) payload.Date {
		if moment := m.Moment(member); !moment.IsZero() {
			return payload.DateOf(moment.In(a.Supplier.Zone))
		}
		return 0
	}
	m.RemovedMember = "active_to"
	m.Installed, m.Removed = day("active_from"), day(m.RemovedMember)
}

// readBilled: a reading of the past was billed unless it says otherwise.
func readBilled(m *supply.Meter) {
	for i, item := range m.List("reading_history") {
		o, _ := item.(map[string]any)
		m.History[i].Billed = supply.Object(o).Flag("billed", true)
	}
}

func checkMeter(p *supply.Point, m *supply.Meter, at *fault.At) {
	for _, of := range meterPeriods {
		checkPeriods(m.Object, of, at)
	}
	if m.RemovedMember == "active_to" {
		supply.CheckMoments(m.Object, "active_from", "active_to", at)
	}
	basic := p.Kind == embeddedElectricity && m.Text("meter_installation_type") == "BASIC"
	if basic && m.Active() && len(m.Transfer) == 0 && at.CleanAt("transfer_readings") {
		at.AddAt("transfer_readings", ruleTransferRequired.Code, "This is a basic meter that is in use: add its readings of the day to which was billed.")
	}
}
