package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

func (c *Core) checkPayments(f *account.Facts, at *fault.At) {
	list := at.Field("payment_schedules")
	for i := range c.PaymentSchedules {
		place := list.Index(i)
		c.PaymentSchedules[i].check(&place)
	}
	checkSchedulePeriods(c.PaymentSchedules, &list)
	checkPlanAndScheduleApart(c, at)
	plans := at.Field("payment_plans")
	for i := range c.PaymentPlans {
		place := plans.Index(i)
		c.PaymentPlans[i].check(f, &place)
	}
}

func (s *PaymentSchedule) check(at *fault.At) {
	checkStartBeforeEnd(s.StartDate, s.EndDate, "end_date", at)
	trigger := s.trigger(at)
	checkScheduleAmount(s, trigger, at)
	checkFrequencyPresent(s, trigger, at)
	checkDayOfMonthPresent(s, trigger, at)
	checkNoDayOfMonthInWeeks(s, at)
	checkBalanceThreshold(s, trigger, at)
	checkDebtEndDate(s, at)
	checkDebtEndsWithSchedule(s, at)
	checkDelayFollowsBill(s, trigger, at)
	checkDelayDays(s, at)
	checkExemption(s, trigger, at)
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

var ruleZeroAmount = catalogue.Rule{
	Code: "zero_payment_schedule_amount", Area: catalogue.Schedules,
	Meaning: "The amount of a schedule is zero or less, or a regular schedule has none.",
	Remedy:  "Give an amount of more than zero, or leave the schedule out.",
	Attr:    "payment_schedules.0.amount",
	Bad:     `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "0.00", "frequency": "WEEKLY"}]}`,
	Good:    `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "12.50", "frequency": "WEEKLY"}]}`,
}

// checkScheduleAmount: the amount of a schedule is more than zero, and a fixed schedule
// has an amount.
func checkScheduleAmount(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	switch {
	case s.Amount.Valid && s.Amount.Decimal.Sign() <= 0:
		at.AddAt("amount", ruleZeroAmount.Code, "The amount is "+payload.Text(s.Amount.Decimal)+", and must be more than zero.")
	case !s.Amount.Valid && trigger == Regular && at.CleanAt("amount"):
		at.AddAt("amount", ruleZeroAmount.Code, "A schedule whose trigger is REGULAR needs an amount, which must be more than zero.")
	}
}

var ruleMissingThreshold = catalogue.Rule{
	Code: "balance_triggered_schedule_missing_threshold", Area: catalogue.Schedules,
	Meaning: "A schedule that a balance triggers does not say which balance.",
	Remedy:  "Add balance_threshold, or correct trigger.",
	Attr:    "payment_schedules.0.balance_threshold",
	Bad:     `{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "BALANCE", "amount": "20.00"}]}`,
	Good:    `{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "BALANCE", "amount": "20.00", "balance_threshold": "5.00"}]}`,
}

// checkBalanceThreshold: a schedule that a balance triggers has the balance at which it
// does.
func checkBalanceThreshold(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	if trigger == OnBalance && !s.BalanceThreshold.Valid && at.CleanAt("balance_threshold") {
		at.AddAt("balance_threshold", ruleMissingThreshold.Code, "A schedule whose trigger is BALANCE needs the balance at which a payment is due.")
	}
}

var ruleExemptNotRegular = catalogue.Rule{
	Code: "invalid_payment_schedule_to_exempt_from_payment_adequacy", Area: catalogue.Schedules,
	Meaning: "A schedule that is not regular is exempt from having its amount adjusted, which it never is.",
	Remedy:  "Leave exempt_from_payment_adequacy out, or correct trigger.",
	Attr:    "payment_schedules.0.exempt_from_payment_adequacy",
	Bad:     `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "trigger": "BILL", "exempt_from_payment_adequacy": true}]}`,
	Good: `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "50.00", "frequency": "WEEKLY",
		"exempt_from_payment_adequacy": true}]}`,
}

// checkExemption: only a regular schedule can be exempt from adjustment, since only its
// amount is adjusted.
func checkExemption(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	if is(s.ExemptFromPaymentAdequacy) && trigger != Regular && trigger != "" {
		at.AddAt("exempt_from_payment_adequacy", ruleExemptNotRegular.Code, "Only a schedule whose trigger is REGULAR is adjusted and can be exempt from that, and the trigger of this one is "+string(trigger)+".")
	}
}
