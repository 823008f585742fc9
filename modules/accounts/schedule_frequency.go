package accounts

import (
	"strconv"

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
	Remedy:  "Add day_of_month, from 1 to 28.",
	Attr:    "payment_schedules.0.day_of_month",
	Bad:     `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "50.00", "frequency": "MONTHLY"}]}`,
	Good:    `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "50.00", "frequency": "MONTHLY", "day_of_month": 1}]}`,
}

// checkDayOfMonthPresent: a regular schedule that counts in months
// says on which day of them it is due; one that counts in weeks is due on the
// weekday it starts on.
func checkDayOfMonthPresent(s *PaymentSchedule, trigger Trigger, at *fault.At) {
	if trigger == Regular && s.Frequency != "" && !s.Frequency.inWeeks() && s.DayOfMonth == 0 && at.CleanAt("day_of_month") {
		at.AddAt("day_of_month", ruleMissingDayOfMonth.Code, "A schedule of the frequency "+string(s.Frequency)+" needs the day_of_month on which it is due.")
	}
}

var ruleDayOfMonthInWeeks = catalogue.Rule{
	Code: "invalid_payment_day_for_payment_schedule", Area: catalogue.Schedules,
	Meaning: "A schedule that counts in weeks has a day of the month.",
	Remedy:  "Leave day_of_month out: the payment is due on the weekday on which the schedule starts.",
	Attr:    "payment_schedules.0.day_of_month",
	Bad:     `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "12.50", "frequency": "WEEKLY", "day_of_month": 1}]}`,
	Good:    `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "12.50", "frequency": "WEEKLY"}]}`,
}

// checkNoDayOfMonthInWeeks: a schedule that counts in weeks has no day
// of the month.
func checkNoDayOfMonthInWeeks(s *PaymentSchedule, at *fault.At) {
	if s.DayOfMonth != 0 && s.Frequency.inWeeks() {
		at.AddAt("day_of_month", ruleDayOfMonthInWeeks.Code, "A schedule of the frequency "+string(s.Frequency)+" is due on the weekday it starts on: leave day_of_month out, which is "+strconv.Itoa(s.DayOfMonth)+", or correct the frequency.")
	}
}
