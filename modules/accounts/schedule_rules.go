package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
)

func (c *Core) checkPayments(f *account.Facts, at *fault.At) {
	list := at.Field("payment_schedules")
	for i := range c.PaymentSchedules {
		place := list.Index(i)
		c.PaymentSchedules[i].check(f, &place)
	}
	checkSchedulePeriods(c.PaymentSchedules, f.Today, &list)
	checkPaymentPlans(c, f, at)
}

func (s *PaymentSchedule) check(f *account.Facts, at *fault.At) {
	checkStartBeforeEnd(s.StartDate, s.EndDate, "end_date", at)
	trigger := s.trigger(at)
	checkScheduleAmount(s, trigger, at)
	checkScheduleMinimum(s, f, at)
	checkFrequencyPresent(s, trigger, at)
	checkDayOfMonthPresent(s, trigger, at)
	checkPaymentDay(s, f, at)
	checkBalanceThreshold(s, trigger, at)
	checkDebtEndDate(s, at)
	checkDebtEndsWithSchedule(s, at)
	checkDelayFollowsBill(s, trigger, at)
	checkDelayDays(s, at)
	checkExemption(s, trigger, at)
	checkRequestMethod(s, f, at)
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
	Meaning: "A schedule that no bill triggers has no amount, or one of zero.",
	Remedy:  "Give an amount of more than zero, or leave the schedule out.",
	Attr:    "payment_schedules.0.amount",
	Bad:     `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "0.00", "frequency": "WEEKLY"}]}`,
	Good:    `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "12.50", "frequency": "WEEKLY"}]}`,
}

// checkScheduleAmount: a schedule has an amount, and that is not zero. The amount of a
// schedule that follows bills is that of each bill.
func checkScheduleAmount(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	if trigger == OnBill || trigger == "" {
		return
	}
	switch {
	case s.Amount.Valid && s.Amount.Decimal.IsZero():
		at.AddAt("amount", ruleZeroAmount.Code, "The amount is zero, and must be more.")
	case !s.Amount.Valid && at.CleanAt("amount"):
		at.AddAt("amount", ruleZeroAmount.Code, "A schedule whose trigger is "+string(trigger)+" needs an amount, which must be more than zero.")
	}
}

var ruleAmountBelowMinimum = catalogue.Rule{
	Code: "fixed_payment_schedule_amount_out_of_range", Area: catalogue.Schedules,
	Meaning: "The amount of a schedule is smaller than the smallest that the supplier takes.",
	Remedy:  "Give an amount that is not below the minimum that the operator has set for the supplier, which is zero unless they have set another.",
	Attr:    "payment_schedules.0.amount",
	Bad:     `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "-12.50", "frequency": "WEEKLY"}]}`,
	Good:    `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "12.50", "frequency": "WEEKLY"}]}`,
}

// checkScheduleMinimum: the amount of a schedule is not below the supplier's minimum. An
// amount of zero has a fault of its own, or is of a schedule that follows bills.
func checkScheduleMinimum(s *PaymentSchedule, f *account.Facts, at *fault.At) {
	if !s.Amount.Valid || s.Amount.Decimal.IsZero() {
		return
	}
	if minimum := f.Rules().PaymentScheduleMinimum; s.Amount.Decimal.LessThan(minimum) {
		at.AddAt("amount", ruleAmountBelowMinimum.Code, "The amount is "+payload.Text(s.Amount.Decimal)+", and "+payload.Text(minimum)+" is the smallest that this supplier takes.")
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

var ruleRequestMethodUnexpected = catalogue.Rule{
	Code: "standalone_payment_request_method_code_unexpected", Area: catalogue.Schedules,
	Meaning: "A schedule says how its payments are asked for, and its means is not MANUAL.",
	Remedy:  "Leave standalone_payment_request_method_code out, or correct means.",
	Attr:    "payment_schedules.0.standalone_payment_request_method_code",
	Bad: `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "12.50", "frequency": "WEEKLY",
		"standalone_payment_request_method_code": "LETTER"}]}`,
	Good: `{"payment_schedules": [{"means": "MANUAL", "start_date": "2024-01-01", "amount": "12.50", "frequency": "WEEKLY",
		"standalone_payment_request_method_code": "LETTER"}]}`,
}

// checkRequestMethod: only a customer who pays when asked is asked for payments, and in a
// way that is on the supplier's list.
func checkRequestMethod(s *PaymentSchedule, f *account.Facts, at *fault.At) {
	if s.RequestMethod == "" {
		return
	}
	if s.Means != Manual && at.CleanAt("means") {
		at.AddAt("standalone_payment_request_method_code", ruleRequestMethodUnexpected.Code, "Only a schedule whose means is MANUAL has this, and the means of this one is "+string(s.Means)+".")
	}
	f.ListedAt(at, "standalone_payment_request_method_code", settings.StandalonePaymentRequestMethods, s.RequestMethod)
}
