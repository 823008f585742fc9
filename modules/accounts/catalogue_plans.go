package accounts

import "dataimport/modules/kit/domain/catalogue"

var planCatalogue = []catalogue.Rule{
	{
		Code: "payment_plan_and_payment_schedule_not_allowed_on_same_ledger", Area: catalogue.Schedules,
		Meaning: "The account has a payment plan, and a schedule that names no ledger and so is for the same money.",
		Remedy:  "Leave out the plan or the schedule, or add ledger_code to the schedule if it is for another ledger.",
		Attr:    "payment_plans.0",
		Bad: `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "50.00", "frequency": "WEEKLY"}],
			"payment_plans": [{"accepted_at": "2023-12-20T10:00:00Z", "schedule_means": "DD", "strategy_name": "ARREARS", "payments": [
				{"payment_date": "2024-01-15", "total_amount": 5000, "amount_components": [{"amount": 5000, "component_type": "DEBT"}]}]}]}`,
		Good: `{"payment_plans": [{"accepted_at": "2023-12-20T10:00:00Z", "schedule_means": "DD", "strategy_name": "ARREARS", "payments": [
			{"payment_date": "2024-01-15", "total_amount": 5000, "amount_components": [{"amount": 5000, "component_type": "DEBT"}]}]}]}`,
	},
	{
		Code: "payment_plan_payment_components_do_not_sum_to_total", Area: catalogue.Schedules,
		Meaning: "The components of a payment of a plan together are not its total; all are in the smallest unit of the currency, such as pence.",
		Remedy:  "Correct total_amount or the components.",
		Attr:    "payment_plans.0.payments.0.total_amount",
		Bad: `{"payment_plans": [{"accepted_at": "2023-12-20T10:00:00Z", "schedule_means": "DD", "strategy_name": "ARREARS", "payments": [
			{"payment_date": "2024-01-15", "total_amount": 5000, "amount_components": [
				{"amount": 3000, "component_type": "USAGE"}, {"amount": 1000, "component_type": "DEBT"}]}]}]}`,
		Good: `{"payment_plans": [{"accepted_at": "2023-12-20T10:00:00Z", "schedule_means": "DD", "strategy_name": "ARREARS", "payments": [
			{"payment_date": "2024-01-15", "total_amount": 5000, "amount_components": [
				{"amount": 3000, "component_type": "USAGE"}, {"amount": 2000, "component_type": "DEBT"}]}]}]}`,
	},
	{
		Code: "duplicate_payment_component_combinations", Area: catalogue.Schedules,
		Meaning: "A plan has the same component twice on one day.",
		Remedy:  "Put the two together.",
		Attr:    "payment_plans.0.payments.0.amount_components.1.component_type",
		Bad: `{"payment_plans": [{"accepted_at": "2023-12-20T10:00:00Z", "schedule_means": "DD", "strategy_name": "ARREARS", "payments": [
			{"payment_date": "2024-01-15", "total_amount": 5000, "amount_components": [
				{"amount": 3000, "component_type": "DEBT"}, {"amount": 2000, "component_type": "DEBT"}]}]}]}`,
		Good: `{"payment_plans": [{"accepted_at": "2023-12-20T10:00:00Z", "schedule_means": "DD", "strategy_name": "ARREARS", "payments": [
			{"payment_date": "2024-01-15", "total_amount": 5000, "amount_components": [{"amount": 5000, "component_type": "DEBT"}]}]}]}`,
	},
}
