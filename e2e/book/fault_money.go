package book

import "encoding/json/jsontext"

// moneyFaults break one sum each. Where a changed value is part of another sum, that sum is corrected elsewhere.
var moneyFaults = []accountFault{
	{"transfer balance a penny out", "balance_mismatch_on_transfer_balance", flat, func(a *account) string {
		a.TransferBalance = (a.balance + 1).number()
		return "transfer_balance"
	}},
	{"ledgers a penny out", "ledger_balances_not_equal_to_transfer_balance", ledgered, func(a *account) string {
		a.TransferBalance = (a.balance + 1).number()
		return "transfer_balance"
	}},
	{"history a penny out", "historical_statement_transactions_balance_mismatch", flat, func(a *account) string {
		a.LastStatementBalance = (a.lastStatement + 1).number()
		a.TransferBalance = (a.balance + 1).number()
		return "last_statement_balance"
	}},
	{"net amount that is not units x price", "incorrect_line_item_net_amount", flat, func(a *account) string {
		bill, path := firstBill(a)
		bill.LineItems[0].PricePerUnit = jsontext.Value("1.9999")
		return path + "line_items.0.net_amount"
	}},
	{"tax a penny out", "ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount", flat, func(a *account) string {
		bill, path := firstBill(a)
		bill.TaxItems[0].Amount = (bill.TaxItems[0].tax + 1).number()
		return path + "amount"
	}},
	{"one meter reading", "line_item_units_must_be_two_values", flat, func(a *account) string {
		bill, path := firstBill(a)
		bill.LineItems[0].Units = []jsontext.Value{jsontext.Value("10452")}
		return path + "line_items.0.units"
	}},
	{"components of a plan that miss the total", "payment_plan_payment_components_do_not_sum_to_total", flat, func(a *account) string {
		a.PaymentSchedules = nil
		a.PaymentPlans = []paymentPlan{{
			AcceptedAt: "2024-03-05T10:22:00Z", ScheduleMeans: "DD", StrategyName: "EVEN_INSTALMENTS",
			Payments: []planPayment{{farFuture, 5000, []amountComponent{{4000, "ONGOING_USAGE"}, {999, "DEBT_REPAYMENT"}}}},
		}}
		return "payment_plans.0.payments.0.total_amount"
	}},
}
