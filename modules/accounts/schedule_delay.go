package accounts

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

var ruleDelayWithoutBill = catalogue.Rule{
	Code: "payment_schedule_delay_must_have_bill_trigger", Area: catalogue.Schedules,
	Meaning: "A schedule has a delay though no bill triggers it.",
	Remedy:  "Leave out delay_days and delay_strategy, or correct trigger to BILL.",
	Attr:    "payment_schedules.0.delay_days",
	Bad: `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "50.00", "frequency": "WEEKLY",
		"delay_days": 14}]}`,
	Good: `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "trigger": "BILL", "delay_days": 14}]}`,
}

// checkDelayFollowsBill: only a payment that follows a bill can be
// delayed.
func checkDelayFollowsBill(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	detail := "Only a schedule whose trigger is BILL has a delay, and the trigger of this one is "
	switch {
	case trigger == OnBill || trigger == "":
	case s.DelayDays != nil:
		at.AddAt("delay_days", ruleDelayWithoutBill.Code, detail+string(trigger)+".")
	case s.DelayStrategy != "":
		at.AddAt("delay_strategy", ruleDelayWithoutBill.Code, detail+string(trigger)+".")
	}
}

var ruleDelayWithoutDays = catalogue.Rule{
	Code: "payment_schedule_delay_strategy_missing_delay_days", Area: catalogue.Schedules,
	Meaning: "A schedule says how days of delay are counted, but not how many there are.",
	Remedy:  "Add delay_days, or leave delay_strategy out.",
	Attr:    "payment_schedules.0.delay_days",
	Bad:     `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "trigger": "BILL", "delay_strategy": "WORKING_DAYS"}]}`,
	Good: `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "trigger": "BILL", "delay_strategy": "WORKING_DAYS",
		"delay_days": 10}]}`,
}

// checkDelayDays: a strategy of counting days has a
// number of them.
func checkDelayDays(s *PaymentSchedule, at *fault.At) {
	if s.DelayStrategy != "" && s.DelayDays == nil && at.CleanAt("delay_days") {
		at.AddAt("delay_days", ruleDelayWithoutDays.Code, "The delay_strategy "+string(s.DelayStrategy)+" needs the number of days.")
	}
}
