package accounts

import "dataimport/modules/kit/domain/catalogue"

var periodCatalogue = []catalogue.Rule{
	{
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
	},
	{
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
	},
	{
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
	},
	{
		Code: "payment_schedule_date_gaps", Area: catalogue.Schedules,
		Meaning: "There are days between two schedules of one ledger on which none runs.",
		Remedy:  "Let each schedule start on the day after the end of the one before.",
		Attr:    "payment_schedules.1.start_date",
		Bad: `{"payment_schedules": [
			{"means": "DD", "start_date": "2024-01-01", "end_date": "2024-06-29", "amount": "50.00", "frequency": "WEEKLY"},
			{"means": "DD", "start_date": "2024-07-01", "amount": "60.00", "frequency": "WEEKLY"}]}`,
		Good: `{"payment_schedules": [
			{"means": "DD", "start_date": "2024-01-01", "end_date": "2024-06-30", "amount": "50.00", "frequency": "WEEKLY"},
			{"means": "DD", "start_date": "2024-07-01", "amount": "60.00", "frequency": "WEEKLY"}]}`,
	},
	{
		Code: "payment_instalments_not_provided", Area: catalogue.Schedules,
		Meaning: "A schedule that follows a plan has no instalments.",
		Remedy:  "Add instalments, or correct trigger.",
		Attr:    "payment_schedules.0.instalments",
		Bad:     `{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "PLAN"}]}`,
		Good: `{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "PLAN",
			"instalments": [{"amount": "20.00", "payment_date": "2024-01-15"}]}]}`,
	},
	{
		Code: "payment_instalments_date_outside_of_payment_schedule_active_period", Area: catalogue.Schedules,
		Meaning: "An instalment is due before its schedule starts or after it ends.",
		Remedy:  "Correct payment_date, or the dates of the schedule.",
		Attr:    "payment_schedules.0.instalments.0.payment_date",
		Bad: `{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "PLAN",
			"instalments": [{"amount": "20.00", "payment_date": "2023-12-31"}]}]}`,
		Good: `{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "PLAN",
			"instalments": [{"amount": "20.00", "payment_date": "2024-01-01"}]}]}`,
	},
	{
		Code: "payment_instalments_do_not_sum_to_total", Area: catalogue.Schedules,
		Meaning: "The instalments of a plan together are not the amount of its schedule.",
		Remedy:  "Correct the instalments or amount, or leave amount out.",
		Attr:    "payment_schedules.0.amount",
		Bad: `{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "PLAN", "amount": "60.00",
			"instalments": [{"amount": "20.00", "payment_date": "2024-01-15"}, {"amount": "30.00", "payment_date": "2024-02-15"}]}]}`,
		Good: `{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "PLAN", "amount": "50.00",
			"instalments": [{"amount": "20.00", "payment_date": "2024-01-15"}, {"amount": "30.00", "payment_date": "2024-02-15"}]}]}`,
	},
	{
		Code: "children_with_duplicate_values", Area: catalogue.Schedules,
		Attr: "payment_schedules.0.instalments.1.payment_date",
		Bad: `{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "PLAN",
			"instalments": [{"amount": "20.00", "payment_date": "2024-01-15"}, {"amount": "30.00", "payment_date": "2024-01-15"}]}]}`,
		Good: `{"payment_schedules": [{"means": "CARD", "start_date": "2024-01-01", "trigger": "PLAN",
			"instalments": [{"amount": "50.00", "payment_date": "2024-01-15"}]}]}`,
	},
}
