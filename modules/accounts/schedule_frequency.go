package accounts

import (
	"strconv"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

var ruleMissingFrequency = catalogue.Rule{
	Code: "fixed_payment_schedule_missing_frequency", Area: catalogue.Schedules,
	Meaning: "A regular schedule does not say how often a payment is due.",
	Remedy:  "Add frequency, or correct trigger.",
	Attr:    "payment_schedules.0.frequency",
	Bad:     `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "50.00"}]}`,
	Good:    `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "50.00", "frequency": "WEEKLY"}]}`,
}

// checkFrequencyPresent: a regular schedule says how often it is due.
func checkFrequencyPresent(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	if trigger == Regular && s.Frequency == "" && at.CleanAt("frequency") {
		at.AddAt("frequency", ruleMissingFrequency.Code, "A schedule whose trigger is REGULAR, as it is where it is left out, needs a frequency.")
	}
}

var ruleMissingDayOfMonth = catalogue.Rule{
	Code: "fixed_payment_schedule_missing_day_of_month", Area: catalogue.Schedules,
	Meaning: "A regular schedule that counts in months does not say on which day of the month a payment is due.",
	Remedy:  "Add day_of_month.",
	Attr:    "payment_schedules.0.day_of_month",
	Bad:     `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "50.00", "frequency": "MONTHLY"}]}`,
	Good:    `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "50.00", "frequency": "MONTHLY", "day_of_month": 1}]}`,
}

// checkDayOfMonthPresent: a regular schedule that counts in months
// says on which day of them it is due; one that counts in weeks is due on the
// weekday it starts on.
func checkDayOfMonthPresent(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	if trigger == Regular && s.Frequency != "" && !s.Frequency.inWeeks() && s.DayOfMonth == nil && at.CleanAt("day_of_month") {
		at.AddAt("day_of_month", ruleMissingDayOfMonth.Code, "A schedule of the frequency "+string(s.Frequency)+" needs the day_of_month on which it is due.")
	}
}

var rulePaymentDay = catalogue.Rule{
	Code: "invalid_payment_day_for_payment_schedule", Area: catalogue.Schedules,
	Meaning: "The day of the month is none on which the supplier takes payments.",
	Remedy:  "Use a day from those that the operator has set for the supplier, which are 1 to 31 unless they have set others.",
	Attr:    "payment_schedules.0.day_of_month",
	Bad:     `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "12.50", "frequency": "MONTHLY", "day_of_month": 32}]}`,
	Good:    `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "12.50", "frequency": "MONTHLY", "day_of_month": 31}]}`,
}

// checkPaymentDay: a day of the month is one on which the supplier takes payments. A
// schedule that counts in weeks does not use it.
func checkPaymentDay(s *PaymentSchedule, f *account.Facts, at *fault.At) {
	if s.DayOfMonth == nil || s.Frequency.inWeeks() || !at.CleanAt("day_of_month") {
		return
	}
	first, last := f.Rules().PaymentDays()
	if day := *s.DayOfMonth; day < first || day > last {
		at.AddAt("day_of_month", rulePaymentDay.Code, "Day "+strconv.Itoa(day)+" is outside the days on which this supplier takes payments, "+strconv.Itoa(first)+" to "+strconv.Itoa(last)+".")
	}
}
