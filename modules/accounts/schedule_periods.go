package accounts

import (
	"cmp"
	"slices"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// checkSchedulePeriods applies the rules of the order of an account's schedules. Schedules
// of different ledgers are independent. A schedule that is for a debt as a whole runs
// beside the others, so it has no place in their order.
func checkSchedulePeriods(schedules []PaymentSchedule, today payload.Date, at *fault.At) {
	if len(schedules) < 2 || !periodsKnown(schedules, at) {
		return
	}
	if checkLedgerCodesUniform(schedules, at) {
		return
	}
	checkOneOpenEndedSchedule(schedules, at)
	checkSchedulesConsecutive(schedules, today, at)
}

// periodsKnown reports whether the period and the ledger of each schedule could be read.
// Otherwise the order of the schedules is unknown.
func periodsKnown(schedules []PaymentSchedule, at *fault.At) bool {
	if at.Clean() {
		return true
	}
	for i := range schedules {
		place := at.Index(i)
		if !place.CleanAt("start_date") || !place.CleanAt("end_date") || !place.CleanAt("ledger_code") {
			return false
		}
	}
	return true
}

var ruleLedgerCodesNotUniform = catalogue.Rule{
	Code: "payment_schedules_ledger_code_uniformity_failed", Area: catalogue.Schedules,
	Meaning: "Some schedules of an account name their ledger and others do not.",
	Remedy:  "Add ledger_code where it is missing, or leave it out of all.",
	Attr:    "payment_schedules.1.ledger_code",
	Bad: `{"payment_schedules": [
		{"means": "DD", "start_date": "2024-01-01", "amount": "50.00", "frequency": "WEEKLY", "ledger_code": "GAS"},
		{"means": "DD", "start_date": "2024-01-01", "amount": "30.00", "frequency": "WEEKLY"}]}`,
	Good: `{"payment_schedules": [
		{"means": "DD", "start_date": "2024-01-01", "amount": "50.00", "frequency": "WEEKLY", "ledger_code": "GAS"},
		{"means": "DD", "start_date": "2024-01-01", "amount": "30.00", "frequency": "WEEKLY", "ledger_code": "POWER"}]}`,
}

// checkLedgerCodesUniform: all schedules of an account name their ledger, or none does.
// The fault is at each schedule that does not. It reports whether there is such a
// fault.
func checkLedgerCodesUniform(schedules []PaymentSchedule, at *fault.At) (failed bool) {
	named := slices.IndexFunc(schedules, func(s PaymentSchedule) bool { return s.LedgerCode != "" })
	if named < 0 {
		return false
	}
	for i := range schedules {
		if schedules[i].LedgerCode == "" {
			failed = true
			place, other := at.Index(i), at.Index(named)
			place.AddAt("ledger_code", ruleLedgerCodesNotUniform.Code,
				other.Attr()+" names its ledger, "+fault.Shown(schedules[named].LedgerCode)+", so this schedule has to name one too.")
		}
	}
	return failed
}

var ruleSeveralOpenEnded = catalogue.Rule{
	Code: "multiple_open_ended_payment_schedules", Area: catalogue.Schedules,
	Meaning: "Two schedules of one ledger have no end.",
	Remedy:  "Add end_date to all but the last.",
	Attr:    "payment_schedules.1.end_date",
	Bad: `{"payment_schedules": [
		{"means": "DD", "start_date": "2024-01-01", "amount": "50.00", "frequency": "WEEKLY"},
		{"means": "DD", "start_date": "2024-07-01", "amount": "60.00", "frequency": "WEEKLY"}]}`,
	Good: `{"payment_schedules": [
		{"means": "DD", "start_date": "2024-01-01", "end_date": "2024-06-30", "amount": "50.00", "frequency": "WEEKLY"},
		{"means": "DD", "start_date": "2024-07-01", "amount": "60.00", "frequency": "WEEKLY"}]}`,
}

// checkOneOpenEndedSchedule: at most one schedule of a ledger has no end, those of debts
// left out.
func checkOneOpenEndedSchedule(schedules []PaymentSchedule, at *fault.At) {
	var ledgers seen[string]
	for i := range schedules {
		if schedules[i].EndDate != 0 || is(schedules[i].IsDebtRepaymentPlan) {
			continue
		}
		if first, before := ledgers.first(schedules[i].LedgerCode, position{i, 0}); before {
			place, other := at.Index(i), at.Index(first.i)
			place.AddAt("end_date", ruleSeveralOpenEnded.Code, other.Attr()+" has no end_date either: of one ledger's schedules only one may be open-ended.")
		}
	}
}

var ruleScheduleOverlaps = catalogue.Rule{
	Code: "payment_schedule_date_overlaps", Area: catalogue.Schedules,
	Meaning: "A schedule starts before the one before it on the same ledger has ended; its last day belongs to it.",
	Remedy:  "Let each schedule start on the day after the end of the one before.",
	Attr:    "payment_schedules.1.start_date",
	Bad: `{"payment_schedules": [
		{"means": "DD", "start_date": "2024-01-01", "end_date": "2024-06-30", "amount": "50.00", "frequency": "WEEKLY"},
		{"means": "DD", "start_date": "2024-06-30", "amount": "60.00", "frequency": "WEEKLY"}]}`,
	Good: `{"payment_schedules": [
		{"means": "DD", "start_date": "2024-01-01", "end_date": "2024-06-30", "amount": "50.00", "frequency": "WEEKLY"},
		{"means": "DD", "start_date": "2024-07-01", "amount": "60.00", "frequency": "WEEKLY"}]}`,
}

var ruleScheduleGaps = catalogue.Rule{
	Code: "payment_schedule_date_gaps", Area: catalogue.Schedules,
	Meaning: "A schedule starts in the future, and none of its ledger runs on the days before it.",
	Remedy:  "Let the schedule start on the day after the end of the one before; gaps of the past do not matter.",
	Attr:    "payment_schedules.1.start_date",
	Bad: `{"payment_schedules": [
		{"means": "DD", "start_date": "2024-01-01", "end_date": "2999-06-29", "amount": "50.00", "frequency": "WEEKLY"},
		{"means": "DD", "start_date": "2999-07-01", "amount": "60.00", "frequency": "WEEKLY"}]}`,
	Good: `{"payment_schedules": [
		{"means": "DD", "start_date": "2024-01-01", "end_date": "2999-06-30", "amount": "50.00", "frequency": "WEEKLY"},
		{"means": "DD", "start_date": "2999-07-01", "amount": "60.00", "frequency": "WEEKLY"}]}`,
}

// checkSchedulesConsecutive: the schedules of a ledger do not overlap, and one that starts
// after today starts the day after the previous one has ended. Their order in the payload
// does not matter. The fault is at the start of the later one. Two schedules without an
// end that start on different days get no fault here, since they have one already.
func checkSchedulesConsecutive(schedules []PaymentSchedule, today payload.Date, at *fault.At) {
	order := make([]int, 0, len(schedules))
	for i := range schedules {
		if !is(schedules[i].IsDebtRepaymentPlan) {
			order = append(order, i)
		}
	}
	if len(order) == 0 {
		return
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(schedules[a].LedgerCode, schedules[b].LedgerCode), cmp.Compare(schedules[a].StartDate, schedules[b].StartDate))
	})
	l := order[0] // the index of the ledger's schedule that ends last
	for _, i := range order[1:] {
		s, last := &schedules[i], &schedules[l]
		if s.LedgerCode != last.LedgerCode {
			l = i
			continue
		}
		place, other := at.Index(i), at.Index(l)
		switch {
		case last.EndDate == 0 && s.EndDate == 0 && s.StartDate != last.StartDate:
		case last.EndDate == 0 || s.StartDate <= last.EndDate:
			place.AddAt("start_date", ruleScheduleOverlaps.Code,
				"This schedule starts on "+s.StartDate.String()+", while "+other.Attr()+" runs "+last.period()+".")
		case s.StartDate > today && s.StartDate > last.EndDate.AddDays(1):
			place.AddAt("start_date", ruleScheduleGaps.Code,
				"This schedule starts on "+s.StartDate.String()+", and "+other.Attr()+" has ended on "+last.EndDate.String()+": none covers the days between.")
		}
		if last.EndDate != 0 && (s.EndDate == 0 || s.EndDate > last.EndDate) {
			l = i
		}
	}
}
