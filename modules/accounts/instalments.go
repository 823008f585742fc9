package accounts

import (
	"dataimport/modules/kit/fault"
	"dataimport/modules/kit/payload"
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
		at.AddAt("instalments", "payment_instalments_not_provided", "A schedule that follows a plan needs its instalments.")
	}
}

// childrenWithDuplicateValues: one instalment at most is due on a day.
func childrenWithDuplicateValues(instalments []Instalment, at *fault.At) {
	var days seen[payload.Date]
	for i := range instalments {
		if day := instalments[i].PaymentDate; day != 0 && days.before(day) {
			place := at.Index(i)
			place.AddAt("payment_date", "children_with_duplicate_values", "There is another instalment on this day: put them together.")
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
			place.AddAt("payment_date", "payment_instalments_date_outside_of_payment_schedule_active_period", "This instalment is due when its schedule does not run.")
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
		at.AddAt("amount", "payment_instalments_do_not_sum_to_total", "The instalments together are "+payload.Text(total)+", not "+payload.Text(s.Amount.Decimal)+".")
	}
}
