package accounts

import (
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// checkInstalments applies the rules of a schedule's instalments.
func checkInstalments(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	planned := trigger == Plan || trigger == RegularPlan
	paymentInstalmentsNotProvided(s, planned, at)
	list := at.Field("instalments")
	childrenWithDuplicateValues(s.Instalments, &list)
	paymentInstalmentsDateOutsideOfPaymentScheduleActivePeriod(s, at, &list)
	paymentInstalmentsDoNotSumToTotal(s, planned, at)
}

// paymentInstalmentsNotProvided: a schedule that follows a plan, regular or not,
// has its instalments.
func paymentInstalmentsNotProvided(s *PaymentSchedule, planned bool, at *fault.At) {
	if planned && len(s.Instalments) == 0 && at.CleanAt("instalments") {
		at.AddAt("instalments", "payment_instalments_not_provided", "A schedule whose trigger is "+string(s.Trigger)+" needs its instalments.")
	}
}

// childrenWithDuplicateValues: one instalment at most is due on a day.
func childrenWithDuplicateValues(instalments []Instalment, at *fault.At) {
	var days seen[payload.Date]
	for i := range instalments {
		day := instalments[i].PaymentDate
		if day == 0 {
			continue
		}
		if first, before := days.first(day, position{i, 0}); before {
			place, other := at.Index(i), at.Index(first.i)
			place.AddAt("payment_date", "children_with_duplicate_values", other.Attr()+" is due on "+day.String()+" already: put the two together.")
		}
	}
}

// paymentInstalmentsDateOutsideOfPaymentScheduleActivePeriod: an instalment is due
// while its schedule runs, its first and its last day among them.
func paymentInstalmentsDateOutsideOfPaymentScheduleActivePeriod(s *PaymentSchedule, at, list *fault.At) {
	if s.StartDate == 0 || !at.CleanAt("start_date") {
		return
	}
	for i := range s.Instalments {
		day := s.Instalments[i].PaymentDate
		if day != 0 && (day < s.StartDate || s.EndDate != 0 && day > s.EndDate) {
			place := list.Index(i)
			place.AddAt("payment_date", "payment_instalments_date_outside_of_payment_schedule_active_period", "This instalment is due on "+day.String()+", and its schedule runs "+s.period()+".")
		}
	}
}

// paymentInstalmentsDoNotSumToTotal: the instalments of a plan together make the
// schedule's amount, where it has one.
func paymentInstalmentsDoNotSumToTotal(s *PaymentSchedule, planned bool, at *fault.At) {
	if !planned || !s.Amount.Valid || len(s.Instalments) == 0 || !at.CleanAt("instalments") {
		return
	}
	if total := sum(s.Instalments); !total.Equal(s.Amount.Decimal) {
		at.AddAt("amount", "payment_instalments_do_not_sum_to_total", "The instalments together are "+payload.Text(total)+", but amount is "+payload.Text(s.Amount.Decimal)+": a difference of "+payload.Text(s.Amount.Decimal.Sub(total))+".")
	}
}

// period is when a schedule runs, for a person.
func (s *PaymentSchedule) period() string {
	if s.EndDate == 0 {
		return "from its start_date, " + s.StartDate.String() + ", without an end"
	}
	return "from its start_date, " + s.StartDate.String() + ", to its end_date, " + s.EndDate.String()
}
