package accounts

import (
	"github.com/shopspring/decimal"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// checkInstalments applies the rules of a schedule's instalments.
func checkInstalments(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	planned := trigger == Plan || trigger == RegularPlan
	checkInstalmentsPresent(s, trigger, at)
	list := at.Field("instalments")
	checkInstalmentsUnique(s.Instalments, &list)
	checkInstalmentsWithinSchedule(s, at, &list)
	checkInstalmentsSum(s, planned, at)
}

var ruleMissingInstalments = catalogue.Rule{
	Code: "payment_instalments_not_provided", Area: catalogue.Schedules,
	Meaning: "A schedule that follows a plan has no instalments.",
	Remedy:  "Add instalments, or correct trigger.",
	Attr:    "payment_schedules.0.instalments",
	Bad:     `{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "PLAN", "amount": "20.00"}]}`,
	Good: `{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "PLAN", "amount": "20.00",
		"instalments": [{"amount": "20.00", "payment_date": "2024-01-15"}]}]}`,
}

// checkInstalmentsPresent: a schedule that follows a plan has its instalments. One that
// follows a regular plan may have them.
func checkInstalmentsPresent(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	if trigger == Plan && len(s.Instalments) == 0 && at.CleanAt("instalments") {
		at.AddAt("instalments", ruleMissingInstalments.Code, "A schedule whose trigger is PLAN needs its instalments.")
	}
}

var ruleInstalmentsOnOneDay = account.RuleDuplicateValues.With("payment_schedules.0.instalments.1.payment_date",
	`{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "PLAN", "amount": "50.00",
	"instalments": [{"amount": "20.00", "payment_date": "2024-01-15"}, {"amount": "30.00", "payment_date": "2024-01-15"}]}]}`,
	`{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "PLAN", "amount": "50.00",
	"instalments": [{"amount": "50.00", "payment_date": "2024-01-15"}]}]}`)

// checkInstalmentsUnique: at most one instalment of a type is due on a day.
func checkInstalmentsUnique(instalments []Instalment, at *fault.At) {
	type payment struct {
		day  payload.Date
		kind string
	}
	var known seen[payment]
	for i := range instalments {
		this := payment{instalments[i].PaymentDate, instalments[i].PaymentType}
		place := at.Index(i)
		if this.day == 0 || !place.CleanAt("payment_type") {
			continue
		}
		if first, before := known.first(this, position{i, 0}); before {
			other := at.Index(first.i)
			place.AddAt("payment_date", account.RuleDuplicateValues.Code, other.Attr()+" is due on "+this.day.String()+" already, with the same payment_type: put the two together.")
		}
	}
}

var ruleInstalmentOutsideSchedule = catalogue.Rule{
	Code: "payment_instalments_date_outside_of_payment_schedule_active_period", Area: catalogue.Schedules,
	Meaning: "An instalment is due before its schedule starts or after it ends.",
	Remedy:  "Correct payment_date, or the dates of the schedule.",
	Attr:    "payment_schedules.0.instalments.0.payment_date",
	Bad: `{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "PLAN", "amount": "20.00",
		"instalments": [{"amount": "20.00", "payment_date": "2023-12-31"}]}]}`,
	Good: `{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "PLAN", "amount": "20.00",
		"instalments": [{"amount": "20.00", "payment_date": "2024-01-01"}]}]}`,
}

// checkInstalmentsWithinSchedule: an instalment is due while its schedule runs. The
// first and the last day of the schedule belong to it.
func checkInstalmentsWithinSchedule(s *PaymentSchedule, at, list *fault.At) {
	if s.StartDate == 0 || !at.CleanAt("start_date") {
		return
	}
	for i := range s.Instalments {
		day := s.Instalments[i].PaymentDate
		if day != 0 && (day < s.StartDate || s.EndDate != 0 && day > s.EndDate) {
			place := list.Index(i)
			place.AddAt("payment_date", ruleInstalmentOutsideSchedule.Code, "This instalment is due on "+day.String()+", and its schedule runs "+s.period()+".")
		}
	}
}

var ruleInstalmentsSum = catalogue.Rule{
	Code: "payment_instalments_do_not_sum_to_total", Area: catalogue.Schedules,
	Meaning: "The instalments of a plan together are not the amount of its schedule.",
	Remedy:  "Correct the instalments or amount.",
	Attr:    "payment_schedules.0.amount",
	Bad: `{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "PLAN", "amount": "60.00",
		"instalments": [{"amount": "20.00", "payment_date": "2024-01-15"}, {"amount": "30.00", "payment_date": "2024-02-15"}]}]}`,
	Good: `{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "PLAN", "amount": "50.00",
		"instalments": [{"amount": "20.00", "payment_date": "2024-01-15"}, {"amount": "30.00", "payment_date": "2024-02-15"}]}]}`,
}

// checkInstalmentsSum: the instalments of a plan together make the
// schedule's amount, where it has one.
func checkInstalmentsSum(s *PaymentSchedule, planned bool, at *fault.At) {
	if !planned || !s.Amount.Valid || len(s.Instalments) == 0 || !at.CleanAt("instalments") {
		return
	}
	if total := sum(s.Instalments); !total.Equal(s.Amount.Decimal) {
		at.AddAt("amount", ruleInstalmentsSum.Code, "The instalments together are "+payload.Text(total)+", but amount is "+payload.Text(s.Amount.Decimal)+": a difference of "+payload.Text(s.Amount.Decimal.Sub(total))+".")
	}
}

// period returns when a schedule runs, as text of a fault.
func (s *PaymentSchedule) period() string {
	if s.EndDate == 0 {
		return "from its start_date, " + s.StartDate.String() + ", without an end"
	}
	return "from its start_date, " + s.StartDate.String() + ", to its end_date, " + s.EndDate.String()
}

// sum is exact, with the places of its parts.
func sum(instalments []Instalment) (total decimal.Decimal) {
	for i := range instalments {
		total = total.Add(instalments[i].Amount)
	}
	return total
}
