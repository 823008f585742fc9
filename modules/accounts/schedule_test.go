package accounts

import (
	"testing"

	"dataimport/modules/kit/testing/kindtest"
)

func TestSchedules(t *testing.T) {
	const at = "payment_schedules.0"
	schedule := func(text string) []kindtest.Edit { return edits(set("payment_schedules", `[`+text+`]`)) }
	testRules(t, household, []rule{
		{"no means", edits(drop(at + ".means")), []string{"required payment_schedules.0.means"}},
		{"no start", edits(drop(at + ".start_date")), []string{"required payment_schedules.0.start_date"}},
		{"the end before the start", edits(set(at+".end_date", `"2022-01-14"`)), []string{"start_date_later_than_end_date payment_schedules.0.start_date"}},
		{"a single day", schedule(`{"means":"DD","start_date":"2024-01-01","end_date":"2024-01-01","amount":1,"frequency":"WEEKLY"}`), nil},
		{"nothing to pay", edits(set(at+".amount", `"0.00"`)), []string{"zero_payment_schedule_amount payment_schedules.0.amount"}},
		{"less than nothing", edits(set(at+".amount", `-1`)), []string{"fixed_payment_schedule_amount_out_of_range payment_schedules.0.amount"}},
		{"no amount", edits(drop(at + ".amount")), []string{"zero_payment_schedule_amount payment_schedules.0.amount"}},
		{"an amount that is none", edits(set(at+".amount", `"1.001"`)), []string{"out_of_range payment_schedules.0.amount"}},
		{"a penny", edits(set(at+".amount", `0.01`)), nil},
		{"nothing to pay on a bill", schedule(`{"means":"DD","trigger":"BILL","start_date":"2024-01-01","amount":0}`), nil},
		{"no amount on a balance", schedule(`{"means":"DD","trigger":"BALANCE","start_date":"2024-01-01","balance_threshold":5}`), []string{"zero_payment_schedule_amount payment_schedules.0.amount"}},
		{"no frequency", edits(drop(at + ".frequency")), []string{"fixed_payment_schedule_missing_frequency payment_schedules.0.frequency"}},
		{"no frequency and no day", edits(drop(at+".frequency"), drop(at+".day_of_month"), drop(at+".trigger")), []string{"fixed_payment_schedule_missing_frequency payment_schedules.0.frequency"}},
		{"a frequency that is none", edits(set(at+".frequency", `"DAILY"`)), []string{"invalid_choice payment_schedules.0.frequency"}},
		{"no frequency where the trigger cannot be read", edits(set(at+".trigger", `"regular"`), drop(at+".frequency"), drop(at+".amount")), []string{"invalid_choice payment_schedules.0.trigger"}},
		{"no day", edits(drop(at + ".day_of_month")), []string{"fixed_payment_schedule_missing_day_of_month payment_schedules.0.day_of_month"}},
		{"the last day of a month", edits(set(at+".day_of_month", `31`)), nil},
		{"a day that no month has", edits(set(at+".day_of_month", `32`)), []string{"invalid_payment_day_for_payment_schedule payment_schedules.0.day_of_month"}},
		{"a day before the first", edits(set(at+".day_of_month", `0`)), []string{"invalid_payment_day_for_payment_schedule payment_schedules.0.day_of_month"}},
		{"a day that is none", edits(set(at+".day_of_month", `"last"`)), []string{"invalid_type payment_schedules.0.day_of_month"}},
		{"weeks need no day", edits(drop(at+".day_of_month"), set(at+".frequency", `"FOUR_WEEKLY"`)), nil},
		{"weeks do not use a day", edits(set(at+".frequency", `"FORTNIGHTLY"`), set(at+".day_of_month", `32`)), nil},
		{"a quarter has one", edits(set(at+".frequency", `"QUARTERLY"`)), nil},
		{"no threshold", schedule(`{"means":"DD","trigger":"BALANCE","start_date":"2024-01-01","amount":1}`), []string{"balance_triggered_schedule_missing_threshold payment_schedules.0.balance_threshold"}},
		{"a threshold of nothing", schedule(`{"means":"DD","trigger":"BALANCE","start_date":"2024-01-01","amount":1,"balance_threshold":"0"}`), nil},
		{"a threshold that is none", schedule(`{"means":"DD","trigger":"BALANCE","start_date":"2024-01-01","amount":1,"balance_threshold":"x"}`), []string{"invalid_decimal payment_schedules.0.balance_threshold"}},
		{"no end of the debt", edits(set(at+".is_debt_repayment_plan", `true`)), nil},
		{"no end of a part", edits(set(at+".debt_repayment_element", `1`)), []string{"debt_repayment_missing_end_date payment_schedules.0.debt_repayment_end_date"}},
		{"no debt", edits(set(at+".is_debt_repayment_plan", `false`)), nil},
		{"the debt outlives the schedule", edits(set("payment_schedules.1.debt_repayment_end_date", `"2024-08-15"`)), []string{"debt_repayment_end_date_after_schedule_end_date payment_schedules.1.debt_repayment_end_date"}},
		{"asked for by letter", edits(set(at+".means", `"MANUAL"`), set(at+".standalone_payment_request_method_code", `"LETTER"`)), nil},
		{"asked for, and taken", edits(set(at+".standalone_payment_request_method_code", `"LETTER"`)), []string{"standalone_payment_request_method_code_unexpected payment_schedules.0.standalone_payment_request_method_code"}},
		{"asked for, by means that cannot be read", edits(set(at+".means", `"Manual"`), set(at+".standalone_payment_request_method_code", `"LETTER"`)), []string{"invalid_choice payment_schedules.0.means"}},
		{"paid by another", edits(set(at+".paid_by", `"Customer"`)), []string{"invalid_choice payment_schedules.0.paid_by"}},
		{"exempt without need", edits(set("payment_schedules.2.exempt_from_payment_adequacy", `true`)),
			[]string{"invalid_payment_schedule_to_exempt_from_payment_adequacy payment_schedules.2.exempt_from_payment_adequacy"}},
		{"exempt of nothing", edits(set("payment_schedules.2.exempt_from_payment_adequacy", `false`)), nil},
		{"a delay", edits(set(at+".delay_days", `5`), set(at+".delay_strategy", `"FIXED"`)), []string{"payment_schedule_delay_must_have_bill_trigger payment_schedules.0.delay_days"}},
		{"a strategy alone", edits(set(at+".delay_strategy", `"FIXED"`)),
			[]string{"payment_schedule_delay_must_have_bill_trigger payment_schedules.0.delay_strategy", "payment_schedule_delay_strategy_missing_delay_days payment_schedules.0.delay_days"}},
		{"a strategy without days", schedule(`{"means":"DD","trigger":"BILL","start_date":"2024-01-01","delay_strategy":"WORKING_DAYS"}`),
			[]string{"payment_schedule_delay_strategy_missing_delay_days payment_schedules.0.delay_days"}},
		{"no days of delay", schedule(`{"means":"DD","trigger":"BILL","start_date":"2024-01-01","delay_strategy":"FIXED","delay_days":0}`), nil},
	})
}

func TestInstalments(t *testing.T) {
	const at = "payment_schedules.2"
	testRules(t, household, []rule{
		{"none", edits(drop(at + ".instalments")), []string{"payment_instalments_not_provided payment_schedules.2.instalments"}},
		{"none of a regular plan", edits(set(at+".instalments", `[]`), set(at+".trigger", `"REGULAR_PLAN"`)), nil},
		{"no list of them", edits(set(at+".instalments", `{}`)), []string{"invalid_type payment_schedules.2.instalments"}},
		{"two types on a day", edits(set(at+".instalments.1.payment_date", `"2024-08-15"`)), nil},
		{"two on a day", edits(set(at+".instalments.1.payment_date", `"2024-08-15"`), set(at+".instalments.1.payment_type", `"DEBIT_CARD"`)), []string{"children_with_duplicate_values payment_schedules.2.instalments.1.payment_date"}},
		{"one too early", edits(set(at+".instalments.0.payment_date", `"2024-08-14"`)), []string{"payment_instalments_date_outside_of_payment_schedule_active_period payment_schedules.2.instalments.0.payment_date"}},
		{"one too late", edits(set(at+".end_date", `"2024-10-14"`)), []string{"payment_instalments_date_outside_of_payment_schedule_active_period payment_schedules.2.instalments.2.payment_date"}},
		{"one on the last day", edits(set(at+".end_date", `"2024-10-15"`)), nil},
		{"too little in all", edits(set(at+".instalments.1.amount", `"25.49"`)), []string{"payment_instalments_do_not_sum_to_total payment_schedules.2.amount"}},
		{"no total", edits(drop(at + ".amount")), []string{"zero_payment_schedule_amount payment_schedules.2.amount"}},
		{"one that cannot be read", edits(set(at+".instalments.1.amount", `"a lot"`)), []string{"invalid_decimal payment_schedules.2.instalments.1.amount"}},
		{"one without a date", edits(drop(at + ".instalments.1.payment_date")), []string{"required payment_schedules.2.instalments.1.payment_date"}},
	})
}

func TestSchedulesFollowEachOther(t *testing.T) {
	const (
		two  = "payment_schedules.2"
		debt = `{"means":"DD","start_date":"2024-01-01","amount":1,"frequency":"WEEKLY","is_debt_repayment_plan":true}`
	)
	ledgers := edits(set("payment_schedules.0.ledger_code", `"GAS"`), set("payment_schedules.1.ledger_code", `"GAS"`), set("payment_schedules.2.ledger_code", `"POWER"`))
	testRules(t, household, []rule{
		{"an overlap", edits(set("payment_schedules.0.end_date", `"2023-03-15"`)), []string{"payment_schedule_date_overlaps payment_schedules.1.start_date"}},
		{"an overlap with the one before that", edits(set("payment_schedules.0.end_date", `"2024-08-15"`)),
			[]string{"payment_schedule_date_overlaps payment_schedules.1.start_date", "payment_schedule_date_overlaps payment_schedules.2.start_date"}},
		{"a gap of the past", edits(set("payment_schedules.0.end_date", `"2023-03-13"`)), nil},
		{"a gap before today", edits(drop("payment_schedules.1.debt_repayment_element"), drop("payment_schedules.1.debt_repayment_end_date"), set("payment_schedules.1.end_date", `"2024-05-14"`), set(two+".start_date", `"2024-07-01"`)), nil},
		{"a gap after today", edits(drop("payment_schedules.1.debt_repayment_element"), drop("payment_schedules.1.debt_repayment_end_date"), set("payment_schedules.1.end_date", `"2024-06-14"`), set(two+".start_date", `"2024-07-02"`)), []string{"payment_schedule_date_gaps payment_schedules.2.start_date"}},
		{"a gap of tomorrow", edits(drop("payment_schedules.1.debt_repayment_element"), drop("payment_schedules.1.debt_repayment_end_date"), set("payment_schedules.1.end_date", `"2024-08-13"`)), []string{"payment_schedule_date_gaps payment_schedules.2.start_date"}},
		{"one start twice", edits(set("payment_schedules.1.start_date", `"2022-01-15"`)), []string{"payment_schedule_date_overlaps payment_schedules.1.start_date"}},
		{"one start twice, and no end", edits(drop("payment_schedules.0.end_date"), drop("payment_schedules.1.end_date"), drop(two), set("payment_schedules.1.start_date", `"2022-01-15"`)),
			[]string{"multiple_open_ended_payment_schedules payment_schedules.1.end_date", "payment_schedule_date_overlaps payment_schedules.1.start_date"}},
		{"a debt beside them", edits(set("payment_schedules.3", debt)), nil},
		{"two debts beside them", edits(set("payment_schedules.3", debt), set("payment_schedules.4", debt)), nil},
		{"debts alone", edits(set("payment_schedules", `[`+debt+`,`+debt+`]`)), nil},
		{"another order", edits(set("payment_schedules.3", `{"means":"DD","start_date":"2021-01-01","end_date":"2022-01-14","amount":1,"frequency":"WEEKLY"}`)), nil},
		{"one in the middle without an end", edits(drop("payment_schedules.1.end_date"), set(two+".end_date", `"2025-01-01"`)), []string{"payment_schedule_date_overlaps payment_schedules.2.start_date"}},
		{"two without an end", edits(drop("payment_schedules.1.end_date")), []string{"multiple_open_ended_payment_schedules payment_schedules.2.end_date"}},
		{"an end that cannot be read", edits(set("payment_schedules.1.end_date", `"never"`)), []string{"invalid_date payment_schedules.1.end_date"}},
		{"ledgers of their own", append(ledgers, drop("payment_schedules.1.end_date"), set(two+".start_date", `"2024-08-10"`)), nil},
		{"ledgers that have gaps of their own", append(ledgers, set("payment_schedules.0.end_date", `"2024-06-30"`), set("payment_schedules.1.start_date", `"2024-07-02"`)), []string{"payment_schedule_date_gaps payment_schedules.1.start_date"}},
		{"a ledger for some", edits(set("payment_schedules.1.ledger_code", `"GAS"`)),
			[]string{"payment_schedules_ledger_code_uniformity_failed payment_schedules.0.ledger_code", "payment_schedules_ledger_code_uniformity_failed payment_schedules.2.ledger_code"}},
		{"a ledger that is no code", edits(set("payment_schedules.1.ledger_code", `"gas\tledger"`)), []string{"invalid_choice payment_schedules.1.ledger_code"}},
	})
}

func TestPlans(t *testing.T) {
	const at = "payment_plans.0.payments"
	schedule := set("payment_schedules", `[{"means":"DD","start_date":"2024-01-01","amount":1,"frequency":"WEEKLY"}]`)
	testRules(t, company, []rule{
		{"too little in all", edits(set(at+".0.total_amount", `7501`)), []string{"payment_plan_payment_components_do_not_sum_to_total payment_plans.0.payments.0.total_amount"}},
		{"nothing makes something", edits(set(at+".1.total_amount", `1`)), []string{"payment_plan_payment_components_do_not_sum_to_total payment_plans.0.payments.1.total_amount"}},
		{"a total that is none", edits(set(at+".0.total_amount", `"75.00"`)), []string{"invalid_type payment_plans.0.payments.0.total_amount"}},
		{"a component that is none", edits(set(at+".0.amount_components.0.amount", `50.5`)), []string{"invalid_type payment_plans.0.payments.0.amount_components.0.amount"}},
		{"no total", edits(drop(at + ".0.total_amount")), []string{"required payment_plans.0.payments.0.total_amount"}},
		{"more than there is", edits(set(at+".0.total_amount", `99999999999`)), []string{"out_of_range payment_plans.0.payments.0.total_amount"}},
		{"a component twice", edits(set(at+".0.amount_components.1.component_type", `"ONGOING_USAGE"`)),
			[]string{"duplicate_payment_component_combinations payment_plans.0.payments.0.amount_components.1.component_type"}},
		{"a component twice on a day", edits(set(at+".1", `{"payment_date":"2024-08-01","total_amount":1,"amount_components":[{"amount":1,"component_type":"ONGOING_USAGE"}]}`)),
			[]string{"duplicate_payment_component_combinations payment_plans.0.payments.1.amount_components.0.component_type"}},
		{"on another day", edits(set(at+".1", `{"payment_date":"2024-09-01","total_amount":1,"amount_components":[{"amount":1,"component_type":"ONGOING_USAGE"}]}`)), nil},
		{"accepted tomorrow", edits(set("payment_plans.0.accepted_at", `"2024-07-02T00:00:00Z"`)), nil},
		{"less than nothing", edits(set(at+".0.total_amount", `-1`)), []string{"out_of_range payment_plans.0.payments.0.total_amount"}},
		{"no payments", edits(drop("payment_plans.0.payments")), []string{"required payment_plans.0.payments"}},
		{"an empty list of payments", edits(set("payment_plans.0.payments", `[]`)), nil},
		{"nothing but a mean", edits(set("payment_plans.0", `{"schedule_means":"DD"}`)),
			[]string{"required payment_plans.0.accepted_at", "required payment_plans.0.strategy_name", "required payment_plans.0.payments"}},
		{"nothing", edits(set("payment_plans.0", `{}`)),
			[]string{"required payment_plans.0.accepted_at", "required payment_plans.0.schedule_means", "required payment_plans.0.strategy_name", "required payment_plans.0.payments"}},
		{"no object", edits(set("payment_plans.0", `"weekly"`)), []string{"invalid_type payment_plans.0"}},
		{"a plan and a schedule", edits(schedule), []string{"payment_plan_and_payment_schedule_not_allowed_on_same_ledger payment_plans.0"}},
		{"a schedule of another ledger", edits(schedule, set("payment_schedules.0.ledger_code", `"GAS"`)), nil},
		{"a schedule of a ledger that cannot be read", edits(schedule, set("payment_schedules.0.ledger_code", `"G\tS"`)), []string{"invalid_choice payment_schedules.0.ledger_code"}},
		{"a promise without an amount", edits(set("payment_promises", `[{"payment_date":"2024-08-01"}]`)), []string{"required payment_promises.0.amount"}},
	})
}
