package transactions

import (
	"strconv"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// check adds the faults of a ledger and its transactions, except those of its balances.
func (l *Ledger) check(at *fault.At, s *scope) {
	l.checkIssue(at)
	l.checkClosing(at, s)
	l.checkCurrent(at, s)
	l.checkHistorical(at, s)
}

var ruleIssuedBeforeClosing = catalogue.Rule{
	Code: "last_statement_issued_before_closing_date", Area: catalogue.Ledgers,
	Meaning: "The last statement of a ledger was issued before it closed.",
	Remedy:  "Correct last_statement_issue_date or last_statement_closing_date.",
	Attr:    "last_statement_issue_date",
	Bad:     `{"last_statement_closing_date": "2024-01-31", "last_statement_issue_date": "2024-01-30"}`,
	Good:    `{"last_statement_closing_date": "2024-01-31", "last_statement_issue_date": "2024-02-02"}`,
}

// checkIssue: the last statement was not issued before it closed.
func (l *Ledger) checkIssue(at *fault.At) {
	if l.LastIssue != 0 && l.LastIssue < l.LastClosing {
		at.AddAt("last_statement_issue_date", ruleIssuedBeforeClosing.Code, "This last_statement_issue_date, "+l.LastIssue.String()+", lies before the last_statement_closing_date, "+l.LastClosing.String()+": a statement is issued once it has closed.")
	}
}

var ruleWithoutClosing = catalogue.Rule{
	Code: "historical_statement_transactions_without_last_statement_closing_date_or_last_billed_to_date", Area: areaTransactions,
	Meaning: "There are historical transactions, and nothing says up to which day they were billed.",
	Remedy:  "Add last_statement_closing_date to the ledger, or last_billed_to_date to the account.",
	Attr:    "historical_statement_transactions",
	Bad:     `{"historical_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}]}`,
	Good: `{"last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}]}`,
}

// checkClosing: historical transactions need the day up to which they were billed:
// the last statement's closing date, or the account's last_billed_to_date.
func (l *Ledger) checkClosing(at *fault.At, s *scope) {
	if len(l.Historical) == 0 || l.LastClosing != 0 || s.facts.LastBilledTo != 0 || s.unknownBilled || !at.CleanAt("last_statement_closing_date") {
		return
	}
	at.AddAt("historical_statement_transactions", ruleWithoutClosing.Code,
		"It is not said up to which day these transactions, "+strconv.Itoa(len(l.Historical))+" in all, were billed: add last_statement_closing_date, or the account's last_billed_to_date.")
}

var ruleDocumentNotAllowed = catalogue.Rule{
	Code: "billing_document_identifier_not_allowed_for_current_statement_transactions", Area: areaTransactions,
	Meaning: "A current transaction names a statement, though it is on none yet.",
	Remedy:  "Leave billing_document_identifier out, or list the transaction with the historical ones.",
	Attr:    "current_statement_transactions.0.billing_document_identifier",
	Bad: `{"current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT", "billing_document_identifier": "S-1"}]}`,
	Good: `{"current_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
}

var ruleBeforeOpening = catalogue.Rule{
	Code: "current_statement_transaction_before_current_statement_opening_date", Area: areaTransactions,
	Meaning: "A current transaction lies on or before the day on which the last statement closed.",
	Remedy:  "List it with the historical transactions, or correct one of the dates.",
	Attr:    "current_statement_transactions.0.transaction_date",
	Bad: `{"last_statement_closing_date": "2024-01-31", "current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-31", "amount": "20.00", "type": "PAYMENT"}]}`,
	Good: `{"last_statement_closing_date": "2024-01-31", "current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
}

var ruleBeforeBilled = catalogue.Rule{
	Code: "current_statement_transaction_before_last_billed_to_date", Area: areaTransactions,
	Meaning: "A current transaction lies before the last day that was billed.",
	Remedy:  "List it with the historical transactions, or correct one of the dates.",
	Attr:    "current_statement_transactions.0.transaction_date",
	Bad: `{"last_billed_to_date": "2024-01-31", "current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}]}`,
	Good: `{"last_billed_to_date": "2024-01-31", "current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
}

// checkCurrent checks each current transaction: it lies after the last statement's
// closing date, not before the last billed day, and on no statement.
func (l *Ledger) checkCurrent(at *fault.At, s *scope) {
	list := at.Field("current_statement_transactions")
	for i := range l.Current {
		t, place := &l.Current[i], list.Index(i)
		t.Check(&place, s.facts)
		s.checkUnique(t, &place)
		if t.Date != 0 && t.Date <= l.LastClosing {
			place.AddAt("transaction_date", ruleBeforeOpening.Code, "This transaction_date, "+t.Date.String()+", is not after the last_statement_closing_date, "+l.LastClosing.String()+": what came before is a historical transaction.")
		}
		if t.Date != 0 && t.Date < s.facts.LastBilledTo {
			place.AddAt("transaction_date", ruleBeforeBilled.Code, "This transaction_date, "+t.Date.String()+", lies before the account's last_billed_to_date, "+s.facts.LastBilledTo.String()+": this is a historical transaction, or one of the dates is wrong.")
		}
		if t.BillingDocument != "" {
			place.AddAt("billing_document_identifier", ruleDocumentNotAllowed.Code, "A current transaction is on no statement yet, and this one names "+fault.Shown(t.BillingDocument)+": leave that out, or list the transaction with the historical ones.")
		}
	}
}

var ruleAfterClosing = catalogue.Rule{
	Code: "historical_statement_transaction_after_last_statement_closing_date", Area: areaTransactions,
	Meaning: "A historical transaction lies after the day on which the last statement closed.",
	Remedy:  "List it with the current transactions, or correct one of the dates.",
	Attr:    "historical_statement_transactions.0.transaction_date",
	Bad: `{"last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
	Good: `{"last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-31", "amount": "20.00", "type": "PAYMENT"}]}`,
}

var ruleAfterCurrent = catalogue.Rule{
	Code: "historical_statement_transaction_after_current_statement_transaction", Area: areaTransactions,
	Meaning: "A historical transaction lies after a current one of the same ledger.",
	Remedy:  "List it with the current transactions, or correct one of the dates.",
	Attr:    "historical_statement_transactions.0.transaction_date",
	Bad: `{"last_billed_to_date": "2024-01-31",
		"historical_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-03-01", "amount": "20.00", "type": "PAYMENT"}],
		"current_statement_transactions": [{"transaction_id": "T-2", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
	Good: `{"last_billed_to_date": "2024-01-31",
		"historical_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}],
		"current_statement_transactions": [{"transaction_id": "T-2", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
}

// checkHistorical checks each historical transaction: it lies neither after the
// last statement's closing date nor after a current transaction, and the statement
// that it names is in the payload. A day in the future has a fault of its own, and
// is not compared.
func (l *Ledger) checkHistorical(at *fault.At, s *scope) {
	list := at.Field("historical_statement_transactions")
	earliest := l.earliestCurrent(s)
	for i := range l.Historical {
		t, place := &l.Historical[i], list.Index(i)
		t.Check(&place, s.facts)
		s.checkUnique(t, &place)
		s.checkStatement(t, &place)
		if t.Date > s.facts.Today {
			continue
		}
		if l.LastClosing != 0 && t.Date > l.LastClosing {
			place.AddAt("transaction_date", ruleAfterClosing.Code, "This transaction_date, "+t.Date.String()+", lies after the last_statement_closing_date, "+l.LastClosing.String()+": what came later is a current transaction.")
		}
		if earliest != 0 && t.Date > earliest {
			place.AddAt("transaction_date", ruleAfterCurrent.Code, "This transaction_date, "+t.Date.String()+", lies after the earliest current transaction, of "+earliest.String()+": historical ones come before it.")
		}
	}
}

// earliestCurrent returns the earliest date of the current transactions whose date has no
// fault. One wrong date must not cause faults of all historical transactions.
func (l *Ledger) earliestCurrent(s *scope) (earliest payload.Date) {
	for i := range l.Current {
		date := l.Current[i].Date
		if date <= l.LastClosing || date < s.facts.LastBilledTo {
			continue
		}
		if earliest == 0 || date < earliest {
			earliest = date
		}
	}
	return earliest
}

var ruleDocumentMismatch = catalogue.Rule{
	Code: "historical_statement_billing_document_identifier_mismatch", Area: areaTransactions,
	Meaning: "A historical transaction names a statement that is not among the statements of the account.",
	Remedy:  "Add the statement to statements, or correct billing_document_identifier.",
	Attr:    "historical_statement_transactions.0.billing_document_identifier",
	Bad: `{"last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT", "billing_document_identifier": "S-1"}]}`,
	Good: `{"last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT", "billing_document_identifier": "S-1"}],
		"statements": [{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31"}]}`,
}

// checkStatement: the statement that a historical transaction is on is one of the
// payload's statements.
func (s *scope) checkStatement(t *Transaction, at *fault.At) {
	if t.BillingDocument == "" || s.statements == nil {
		return
	}
	if _, known := s.statements[t.BillingDocument]; !known {
		at.AddAt("billing_document_identifier", ruleDocumentMismatch.Code, "No statement of this account has the statement_id "+fault.Shown(t.BillingDocument)+": add it to statements, or correct it.")
	}
}
