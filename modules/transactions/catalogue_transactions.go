package transactions

import "dataimport/modules/kit/domain/catalogue"

var transactionCatalogue = []catalogue.Rule{
	{
		Code: codeMissingID, Area: areaTransactions,
		Meaning: "A transaction has no transaction_id.",
		Remedy:  "Add the identifier that it has in the sending system.",
		Attr:    "current_statement_transactions.0.transaction_id",
		Bad:     `{"current_statement_transactions": [{"transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
		Good:    `{"current_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
	},
	{
		Code: codeDuplicateID, Area: areaTransactions,
		Meaning: "Two transactions of the account have one transaction_id, on whichever ledgers.",
		Remedy:  "Leave one out if the two are the same; otherwise give each an identifier of its own.",
		Attr:    "current_statement_transactions.1.transaction_id",
		Bad: `{"current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"},
			{"transaction_id": "T-1", "transaction_date": "2024-03-01", "amount": "20.00", "type": "PAYMENT"}]}`,
		Good: `{"current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"},
			{"transaction_id": "T-2", "transaction_date": "2024-03-01", "amount": "20.00", "type": "PAYMENT"}]}`,
	},
	{
		Code: codeInFuture, Area: areaTransactions,
		Meaning: "A transaction lies in the future, in the supplier's time zone.",
		Remedy:  "Correct the date, or send the transaction on its day.",
		Attr:    "current_statement_transactions.0.transaction_date",
		Bad:     `{"current_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2999-01-31", "amount": "20.00", "type": "PAYMENT"}]}`,
		Good:    `{"current_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
	},
	{
		Code: codeDocumentNotAllowed, Area: areaTransactions,
		Meaning: "A current transaction names a statement, though it is on none yet.",
		Remedy:  "Leave billing_document_identifier out, or list the transaction with the historical ones.",
		Attr:    "current_statement_transactions.0.billing_document_identifier",
		Bad: `{"current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT", "billing_document_identifier": "S-1"}]}`,
		Good: `{"current_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
	},
	{
		Code: codeDocumentMismatch, Area: areaTransactions,
		Meaning: "A historical transaction names a statement that is not among the statements of the account.",
		Remedy:  "Add the statement to statements, or correct billing_document_identifier.",
		Attr:    "historical_statement_transactions.0.billing_document_identifier",
		Bad: `{"last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT", "billing_document_identifier": "S-1"}]}`,
		Good: `{"last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT", "billing_document_identifier": "S-1"}],
			"statements": [{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31"}]}`,
	},
}

var periodCatalogue = []catalogue.Rule{
	{
		Code: codeAfterClosing, Area: areaTransactions,
		Meaning: "A historical transaction lies after the day on which the last statement closed.",
		Remedy:  "List it with the current transactions, or correct one of the dates.",
		Attr:    "historical_statement_transactions.0.transaction_date",
		Bad: `{"last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
		Good: `{"last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-01-31", "amount": "20.00", "type": "PAYMENT"}]}`,
	},
	{
		Code: codeAfterCurrent, Area: areaTransactions,
		Meaning: "A historical transaction lies after a current one of the same ledger.",
		Remedy:  "List it with the current transactions, or correct one of the dates.",
		Attr:    "historical_statement_transactions.0.transaction_date",
		Bad: `{"last_billed_to_date": "2024-01-31",
			"historical_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-03-01", "amount": "20.00", "type": "PAYMENT"}],
			"current_statement_transactions": [{"transaction_id": "T-2", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
		Good: `{"last_billed_to_date": "2024-01-31",
			"historical_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}],
			"current_statement_transactions": [{"transaction_id": "T-2", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
	},
	{
		Code: codeWithoutClosing, Area: areaTransactions,
		Meaning: "There are historical transactions, and nothing says up to which day they were billed.",
		Remedy:  "Add last_statement_closing_date to the ledger, or last_billed_to_date to the account.",
		Attr:    "historical_statement_transactions",
		Bad:     `{"historical_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}]}`,
		Good: `{"last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}]}`,
	},
	{
		Code: codeBeforeOpening, Area: areaTransactions,
		Meaning: "A current transaction lies on or before the day on which the last statement closed.",
		Remedy:  "List it with the historical transactions, or correct one of the dates.",
		Attr:    "current_statement_transactions.0.transaction_date",
		Bad: `{"last_statement_closing_date": "2024-01-31", "current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-01-31", "amount": "20.00", "type": "PAYMENT"}]}`,
		Good: `{"last_statement_closing_date": "2024-01-31", "current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
	},
	{
		Code: codeBeforeBilled, Area: areaTransactions,
		Meaning: "A current transaction lies before the last day that was billed.",
		Remedy:  "List it with the historical transactions, or correct one of the dates.",
		Attr:    "current_statement_transactions.0.transaction_date",
		Bad: `{"last_billed_to_date": "2024-01-31", "current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}]}`,
		Good: `{"last_billed_to_date": "2024-01-31", "current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
	},
}
