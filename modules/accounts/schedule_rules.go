package accounts

import (
	"strconv"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

func (c *Core) checkPayments(f *account.Facts, at *fault.At) {
	list := at.Field("payment_schedules")
	for i := range c.PaymentSchedules {
		place := list.Index(i)
		c.PaymentSchedules[i].check(&place)
	}
	checkSchedulePeriods(c.PaymentSchedules, &list)
	paymentPlanAndPaymentScheduleNotAllowedOnSameLedger(c, at)
	plans := at.Field("payment_plans")
	for i := range c.PaymentPlans {
		place := plans.Index(i)
		c.PaymentPlans[i].check(f, &place)
	}
}

func (s *PaymentSchedule) check(at *fault.At) {
	startDateLaterThanEndDate(s.StartDate, s.EndDate, "end_date", at)
	trigger := s.trigger(at)
	zeroPaymentScheduleAmount(s, trigger, at)
	fixedPaymentScheduleMissingFrequency(s, trigger, at)
	fixedPaymentScheduleMissingDayOfMonth(s, trigger, at)
	invalidPaymentDayForPaymentSchedule(s, at)
	balanceTriggeredScheduleMissingThreshold(s, trigger, at)
	debtRepaymentMissingEndDate(s, at)
	debtRepaymentEndDateAfterScheduleEndDate(s, at)
	paymentScheduleDelayMustHaveBillTrigger(s, trigger, at)
	paymentScheduleDelayStrategyMissingDelayDays(s, at)
	invalidPaymentScheduleToExemptFromPaymentAdequacy(s, trigger, at)
	checkInstalments(s, trigger, at)
}

// trigger is the schedule's trigger, REGULAR where it is left out. It is empty
// where it could not be read.
func (s *PaymentSchedule) trigger(at *fault.At) Trigger {
	if s.Trigger == "" && at.CleanAt("trigger") {
		return Regular
	}
	return s.Trigger
}

// zeroPaymentScheduleAmount: a schedule collects more than nothing, and a fixed one
// says how much.
func zeroPaymentScheduleAmount(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	const code = "zero_payment_schedule_amount"
	switch {
	case s.Amount.Valid && s.Amount.Decimal.Sign() <= 0:
		at.AddAt("amount", code, "The amount is "+payload.Text(s.Amount.Decimal)+", and must be more than zero.")
	case !s.Amount.Valid && trigger == Regular && at.CleanAt("amount"):
		at.AddAt("amount", code, "A schedule whose trigger is REGULAR needs an amount, which must be more than zero.")
	}
}

// fixedPaymentScheduleMissingFrequency: a regular schedule says how often it is due.
func fixedPaymentScheduleMissingFrequency(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	if trigger == Regular && s.Frequency == "" && at.CleanAt("frequency") {
		at.AddAt("frequency", "fixed_payment_schedule_missing_frequency", "A schedule whose trigger is REGULAR, as it is where it is left out, needs a frequency.")
	}
}

// fixedPaymentScheduleMissingDayOfMonth: a regular schedule that counts in months
// says on which day of them it is due; one that counts in weeks is due on the
// weekday it starts on.
func fixedPaymentScheduleMissingDayOfMonth(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	if trigger == Regular && s.Frequency != "" && !s.Frequency.inWeeks() && s.DayOfMonth == 0 && at.CleanAt("day_of_month") {
		at.AddAt("day_of_month", "fixed_payment_schedule_missing_day_of_month", "A schedule of the frequency "+string(s.Frequency)+" needs the day_of_month on which it is due.")
	}
}

// invalidPaymentDayForPaymentSchedule: a schedule that counts in weeks has no day
// of the month.
func invalidPaymentDayForPaymentSchedule(s *PaymentSchedule, at *fault.At) {
	if s.DayOfMonth != 0 && s.Frequency.inWeeks() {
		at.AddAt("day_of_month", "invalid_payment_day_for_payment_schedule", "A schedule of the frequency "+string(s.Frequency)+" is due on the weekday it starts on: leave day_of_month out, which is "+strconv.Itoa(s.DayOfMonth)+", or correct the frequency.")
	}
}

// balanceTriggeredScheduleMissingThreshold: a schedule that a balance triggers says
// which balance.
func balanceTriggeredScheduleMissingThreshold(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	if trigger == OnBalance && !s.BalanceThreshold.Valid && at.CleanAt("balance_threshold") {
		at.AddAt("balance_threshold", "balance_triggered_schedule_missing_threshold", "A schedule whose trigger is BALANCE needs the balance at which a payment is due.")
	}
}

// debtRepaymentMissingEndDate: a schedule that repays a debt, as a whole or with a
// part of its amount, says until when.
func debtRepaymentMissingEndDate(s *PaymentSchedule, at *fault.At) {
	if (is(s.IsDebtRepaymentPlan) || s.DebtRepaymentElement.Valid) && s.DebtRepaymentEndDate == 0 && at.CleanAt("debt_repayment_end_date") {
		at.AddAt("debt_repayment_end_date", "debt_repayment_missing_end_date", "This schedule repays a debt, by "+s.repays()+", and needs the date by which it is repaid.")
	}
}

// debtRepaymentEndDateAfterScheduleEndDate: a debt is repaid before the schedule
// ends, or on that day.
func debtRepaymentEndDateAfterScheduleEndDate(s *PaymentSchedule, at *fault.At) {
	if s.EndDate != 0 && s.DebtRepaymentEndDate > s.EndDate {
		at.AddAt("debt_repayment_end_date", "debt_repayment_end_date_after_schedule_end_date", "The debt would be repaid by "+s.DebtRepaymentEndDate.String()+", after the schedule's end_date, "+s.EndDate.String()+".")
	}
}

// paymentScheduleDelayMustHaveBillTrigger: only a payment that follows a bill can be
// delayed.
func paymentScheduleDelayMustHaveBillTrigger(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	const code = "payment_schedule_delay_must_have_bill_trigger"
	detail := "Only a schedule whose trigger is BILL has a delay, and the trigger of this one is "
	switch {
	case trigger == OnBill || trigger == "":
	case s.DelayDays != nil:
		at.AddAt("delay_days", code, detail+string(trigger)+".")
	case s.DelayStrategy != "":
		at.AddAt("delay_strategy", code, detail+string(trigger)+".")
	}
}

// paymentScheduleDelayStrategyMissingDelayDays: a strategy of counting days has a
// number of them.
func paymentScheduleDelayStrategyMissingDelayDays(s *PaymentSchedule, at *fault.At) {
	if s.DelayStrategy != "" && s.DelayDays == nil && at.CleanAt("delay_days") {
		at.AddAt("delay_days", "payment_schedule_delay_strategy_missing_delay_days", "The delay_strategy "+string(s.DelayStrategy)+" needs the number of days.")
	}
}

// invalidPaymentScheduleToExemptFromPaymentAdequacy: only a regular schedule has an
// amount that would be adjusted, and so can be exempt from that.
func invalidPaymentScheduleToExemptFromPaymentAdequacy(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	if is(s.ExemptFromPaymentAdequacy) && trigger != Regular && trigger != "" {
		at.AddAt("exempt_from_payment_adequacy", "invalid_payment_schedule_to_exempt_from_payment_adequacy", "Only a schedule whose trigger is REGULAR is adjusted and can be exempt from that, and the trigger of this one is "+string(trigger)+".")
	}
}

// repays is the member that says that a schedule repays a debt.
func (s *PaymentSchedule) repays() string {
	if is(s.IsDebtRepaymentPlan) {
		return "is_debt_repayment_plan"
	}
	return "debt_repayment_element"
}

// sum is exact, with the places of its parts.
func sum(instalments []Instalment) (total decimal.Decimal) {
	for i := range instalments {
		total = total.Add(instalments[i].Amount)
	}
	return total
}
