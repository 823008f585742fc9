package transactions

import (
	"strconv"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
)

// check adds the faults of a ledger and its transactions, except those of its balances.
func (l *Ledger) check(at *fault.At, s *scope) {
	closed := s.closingOf(l, at)
	l.checkIssue(at, closed)
	l.checkPeriodEnd(at, s)
	l.checkClosing(at, s, closed)
	l.checkCurrent(at, s, closed)
	l.checkHistorical(at, s, closed)
	l.checkStatements(at, s)
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
func (l *Ledger) checkIssue(at *fault.At, closed closing) {
	if l.LastIssue != 0 && l.LastIssue < closed.date {
		at.AddAt("last_statement_issue_date", ruleIssuedBeforeClosing.Code, "This last_statement_issue_date, "+l.LastIssue.String()+", lies before the "+closed.name()+", "+closed.date.String()+": a statement is issued once it has closed.")
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

var ruleClosingRequired = catalogue.Rule{
	Code: "historical_statement_transactions_require_last_statement_closing_date", Area: catalogue.Ledgers, Market: settings.AUEnergy,
	Meaning: "A ledger has historical transactions, and nothing says up to which day they were billed.",
	Remedy:  "Add last_statement_closing_date to the ledger.",
	Attr:    "ledgers.0.last_statement_closing_date",
	Bad: `{"ledgers": [{"ledger_code": "POWER", "historical_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}]}]}`,
	Good: `{"ledgers": [{"ledger_code": "POWER", "last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}]}]}`,
}

// checkClosing: historical transactions need the day up to which they were billed:
// the last statement's closing date, or a last_billed_to_date from which it is inferred.
func (l *Ledger) checkClosing(at *fault.At, s *scope, closed closing) {
	if len(l.Historical) == 0 || closed.date != 0 || closed.unknown {
		return
	}
	if s.facts.Market() == settings.AUEnergy && len(s.part.Ledgers) > 0 {
		if at.CleanAt("last_statement_closing_date") {
			at.AddAt("last_statement_closing_date", ruleClosingRequired.Code,
				"This ledger has "+strconv.Itoa(len(l.Historical))+" historical transactions, and nothing says up to which day they were billed: add this date.")
		}
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
	Meaning: "A current transaction, other than one of a prepayment meter, lies before the open statement period: on or before the day on which the last statement closed, or before the day that last_billed_to_date says where no closing date is given.",
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
	Bad: `{"last_billed_to_date": "2024-01-31", "last_statement_closing_date": "2023-12-31", "current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}]}`,
	Good: `{"last_billed_to_date": "2024-01-31", "last_statement_closing_date": "2023-12-31", "current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
}

// checkCurrent checks each current transaction: it lies in the open statement period, not
// before the last billed day, and on no statement. A prepayment meter has no statements, so
// that its transactions may lie before the period.
func (l *Ledger) checkCurrent(at *fault.At, s *scope, closed closing) {
	list := at.Field("current_statement_transactions")
	opening := closed.opening()
	for i := range l.Current {
		t, place := &l.Current[i], list.Index(i)
		t.Check(&place, s.facts)
		s.checkUnique(t, &place)
		if t.Date != 0 && t.Date < opening && t.PrepayMeter == "" {
			place.AddAt("transaction_date", ruleBeforeOpening.Code, "This transaction_date, "+t.Date.String()+", lies before the open statement period, which starts on "+opening.String()+" by the "+closed.name()+": what came before is a historical transaction.")
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
	Meaning: "A historical transaction lies after a current one of the same ledger, or on the same day.",
	Remedy:  "List it with the current transactions, or correct one of the dates.",
	Attr:    "historical_statement_transactions.0.transaction_date",
	Bad: `{"last_billed_to_date": "2024-01-31",
		"historical_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-01-31", "amount": "20.00", "type": "PAYMENT"}],
		"current_statement_transactions": [{"transaction_id": "T-2", "transaction_date": "2024-01-31", "amount": "20.00", "type": "PAYMENT"}]}`,
	Good: `{"last_billed_to_date": "2024-01-31",
		"historical_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}],
		"current_statement_transactions": [{"transaction_id": "T-2", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
}

// checkHistorical checks each historical transaction: it lies neither after the last
// statement's closing date nor on or after the day of a current transaction. A day in the
// future has a fault of its own, and is not compared.
func (l *Ledger) checkHistorical(at *fault.At, s *scope, closed closing) {
	list := at.Field("historical_statement_transactions")
	earliest := l.earliestCurrent(s, closed)
	for i := range l.Historical {
		t, place := &l.Historical[i], list.Index(i)
		t.Check(&place, s.facts)
		s.checkUnique(t, &place)
		if t.Date > s.facts.Today {
			continue
		}
		if closed.date != 0 && t.Date > closed.date {
			place.AddAt("transaction_date", ruleAfterClosing.Code, "This transaction_date, "+t.Date.String()+", lies after the "+closed.name()+", "+closed.date.String()+": what came later is a current transaction.")
		}
		if earliest != 0 && t.Date >= earliest {
			place.AddAt("transaction_date", ruleAfterCurrent.Code, "This transaction_date, "+t.Date.String()+", does not lie before the earliest current transaction, of "+earliest.String()+", as historical ones do.")
		}
	}
}

// earliestCurrent returns the earliest date of the current transactions whose date has no
// fault. One wrong date must not cause faults of all historical transactions.
func (l *Ledger) earliestCurrent(s *scope, closed closing) (earliest payload.Date) {
	first := max(closed.opening(), s.facts.LastBilledTo)
	for i := range l.Current {
		if date := l.Current[i].Date; date >= first && date != 0 && (earliest == 0 || date < earliest) {
			earliest = date
		}
	}
	return earliest
}
