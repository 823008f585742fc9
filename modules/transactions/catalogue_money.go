package transactions

import "dataimport/modules/kit/domain/catalogue"

// The examples of money keep to one rule: credit is positive, and a CHARGE is
// taken from the balance.
var moneyCatalogue = []catalogue.Rule{
	{
		Code: codeTransferBalance, Area: areaMoney,
		Meaning: "The last statement balance and the current transactions together are not the balance: transfer_balance, or the ledger_balance of a ledger.",
		Remedy:  "Find the transaction that is missing, is there twice or has the wrong sign, or correct a balance; credit is positive, PAYMENT and CREDIT add, and all other types are taken off.",
		Attr:    "transfer_balance",
		Bad: `{"transfer_balance": "20.00", "last_statement_balance": "50.00", "current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "30.01", "type": "CHARGE", "reason": "IMPORTED_CHARGE"}]}`,
		Good: `{"transfer_balance": "20.00", "last_statement_balance": "50.00", "current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "30.00", "type": "CHARGE", "reason": "IMPORTED_CHARGE"}]}`,
	},
	{
		Code: codeHistoricalSum, Area: areaMoney,
		Meaning: "The historical transactions of a ledger together are not its last statement balance.",
		Remedy:  "Find the transaction that is missing, is there twice or has the wrong sign, or correct last_statement_balance; leave the historical transactions out altogether where the balance was brought forward.",
		Attr:    "last_statement_balance",
		Bad: `{"last_statement_balance": "20.01", "last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}]}`,
		Good: `{"last_statement_balance": "20.00", "last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}]}`,
	},
	{
		Code: codeLedgerBalances, Area: areaMoney,
		Meaning: "The balances of all ledgers together are not transfer_balance.",
		Remedy:  "Correct the balance that is wrong, or add the ledger that is missing.",
		Attr:    "transfer_balance",
		Bad: `{"transfer_balance": "30.00", "ledgers": [
			{"ledger_code": "GAS", "ledger_balance": "45.00"}, {"ledger_code": "POWER", "ledger_balance": "-10.00"}]}`,
		Good: `{"transfer_balance": "35.00", "ledgers": [
			{"ledger_code": "GAS", "ledger_balance": "45.00"}, {"ledger_code": "POWER", "ledger_balance": "-10.00"}]}`,
	},
	{
		Code: codeAmount, Area: areaMoney,
		Meaning: "The net amounts of a supply charge's line items and its taxes together are not its amount, exactly.",
		Remedy:  "Correct the amount, or the line item or tax that is wrong or missing.",
		Attr:    "current_statement_transactions.0.amount",
		Bad: `{"current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "21.01", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX",
				"line_items": [{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "net_amount": "20.00", "rate_band": "STANDARD"}],
				"tax_items": [{"amount": "1.00", "tax_type": "VAT", "value_taxed": "20.00", "rate": "0.05", "unit_type": "PROPORTION"}]}]}`,
		Good: `{"current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "21.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX",
				"line_items": [{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "net_amount": "20.00", "rate_band": "STANDARD"}],
				"tax_items": [{"amount": "1.00", "tax_type": "VAT", "value_taxed": "20.00", "rate": "0.05", "unit_type": "PROPORTION"}]}]}`,
	},
	{
		Code: codeNetAmount, Area: areaMoney,
		Meaning: "The net amount of a line item is not its units times its price, to the cent.",
		Remedy:  "Correct net_amount, number_of_units or price_per_unit; without a price nothing is compared.",
		Attr:    "current_statement_transactions.0.line_items.0.net_amount",
		Bad: `{"current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.01", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX", "line_items": [
				{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "price_per_unit": "0.25", "net_amount": "20.01", "rate_band": "STANDARD"}]}]}`,
		Good: `{"current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX", "line_items": [
				{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "price_per_unit": "0.25", "net_amount": "20.00", "rate_band": "STANDARD"}]}]}`,
	},
}
