package book

import "fmt"

// transactionFaults break ids, dates and documents of transactions.
var transactionFaults = []accountFault{
	{"transaction id twice", "duplicate_transaction_ids", flat, func(a *account) string {
		a.Current[1].TransactionID = a.Current[0].TransactionID
		return "current_statement_transactions.1.transaction_id"
	}},
	{"transaction in the future", "transaction_in_future", flat, func(a *account) string {
		last := len(a.Current) - 1
		a.Current[last].TransactionDate = farFuture
		return fmt.Sprintf("current_statement_transactions.%d.transaction_date", last)
	}},
	{"transaction of a ledger in the future", "transaction_in_future", ledgered, func(a *account) string {
		last := len(a.Ledgers[1].Current) - 1
		a.Ledgers[1].Current[last].TransactionDate = farFuture
		return fmt.Sprintf("ledgers.1.current_statement_transactions.%d.transaction_date", last)
	}},
	{"current transaction on the closing date", "current_statement_transaction_before_current_statement_opening_date", flat, func(a *account) string {
		a.Current[0].TransactionDate = a.LastStatementClosingDate
		return "current_statement_transactions.0.transaction_date"
	}},
	{"historical transaction after the closing date", "historical_statement_transaction_after_last_statement_closing_date", flat, func(a *account) string {
		last := len(a.Historical) - 1
		a.Historical[last].TransactionDate = dayAfter(a.LastStatementClosingDate)
		return fmt.Sprintf("historical_statement_transactions.%d.transaction_date", last)
	}},
	{"current transaction on a statement", "billing_document_identifier_not_allowed_for_current_statement_transactions", flat, func(a *account) string {
		a.Current[0].BillingDocument = a.Statements[0].StatementID
		return "current_statement_transactions.0.billing_document_identifier"
	}},
	{"historical transactions of two statements", "historical_statement_billing_document_identifier_mismatch", flat, func(a *account) string {
		last := len(a.Historical) - 1
		a.Historical[0].BillingDocument = a.Statements[len(a.Statements)-1].StatementID
		a.Historical[last].BillingDocument = a.Historical[0].BillingDocument + "-2"
		return fmt.Sprintf("historical_statement_transactions.%d.billing_document_identifier", last)
	}},
}
