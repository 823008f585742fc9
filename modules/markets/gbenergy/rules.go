package gbenergy

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
)

func checkSupply(addresses []address, f *account.Facts, at *fault.At) {
	for i := range addresses {
		a, place := &addresses[i], at.Index(i)
		startDateLaterThanEndDate(period{a.from, a.to}, "customer_at_supply_address_from_date", &place)
		checkPeriods(a.administrators, "property_administrators", "effective_from", &place)
		points := place.Field("meter_points")
		for j := range a.points {
			place := points.Index(j)
			a.points[j].check(f, &place)
		}
	}
	duplicateMeterPoints(addresses, at)
}

func (p *point) check(f *account.Facts, at *fault.At) {
	startDateLaterThanEndDate(p.supply, "supply_start_date", at)
	checkPeriods(p.agreements, "agreements", "effective_from", at)
	agreements := at.Field("agreements")
	gapsOrOverlapsInAgreementDates(p.agreements, &agreements)
	noAgreementCoveringLastBilledToDate(p, f, at)
	meters := at.Field("meters")
	for i := range p.meters {
		place := meters.Index(i)
		p.meters[i].check(p.ended(f), f, &place)
	}
	checkPeriods(p.consumption, "consumption_history", "start_date", at)
}

// ended reports whether the supply of the point has ended.
func (p *point) ended(f *account.Facts) bool {
	return p.supply.to != 0 && p.supply.to < f.Today
}

func (m *meter) check(ended bool, f *account.Facts, at *fault.At) {
	startDateLaterThanEndDate(m.fitted, "installation_date", at)
	registers := at.Field("registers")
	for i := range m.registers {
		r, place := &m.registers[i], registers.Index(i)
		oneTransferReading(r, !r.inactive && m.fitted.to == 0 && !ended, &place)
		readingDatesNotInOrder(r, &place)
		transfer, historical := place.Field("transfer_readings"), place.Field("historical_readings")
		readingInFuture(r.transfer, f, &transfer)
		readingInFuture(r.historical, f, &historical)
	}
}

// checkServices applies the rules to a customer's records on the Priority Services
// Register.
func checkServices(value any, at *fault.At) {
	records := list(value, func(m object) period { return m.period("effective_from", "expiry_date") })
	for i, record := range records {
		place := at.Index(i)
		startDateLaterThanEndDate(record, "effective_from", &place)
	}
}

func checkPeriods(periods []period, field, start string, at *fault.At) {
	all := at.Field(field)
	for i, p := range periods {
		place := all.Index(i)
		startDateLaterThanEndDate(p, start, &place)
	}
}

// startDateLaterThanEndDate: a period ends on its first day or later.
func startDateLaterThanEndDate(p period, field string, at *fault.At) {
	if p.to != 0 && p.from > p.to && at.CleanAt(field) {
		at.AddAt(field, account.RuleStartAfterEnd.Code, "This starts on "+p.from.String()+", after its end on "+p.to.String()+": correct one of the two.")
	}
}
