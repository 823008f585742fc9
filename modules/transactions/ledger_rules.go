package transactions

import (
	"strconv"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// check adds the faults of a ledger and its transactions, but for its balances.
func (l *Ledger) check(at *fault.At, s *scope) {
	l.checkIssue(at)
	l.checkClosing(at, s)
	l.checkCurrent(at, s)
	l.checkHistorical(at, s)
}

// checkIssue: the last statement was not issued before it closed.
func (l *Ledger) checkIssue(at *fault.At) {
	if l.LastIssue != 0 && l.LastIssue < l.LastClosing {
		at.AddAt("last_statement_issue_date", codeIssuedBeforeClosing, "This last_statement_issue_date, "+l.LastIssue.String()+", lies before the last_statement_closing_date, "+l.LastClosing.String()+": a statement is issued once it has closed.")
	}
}

// checkClosing: historical transactions need the day up to which they were billed:
// the last statement's closing date, or the account's last_billed_to_date.
func (l *Ledger) checkClosing(at *fault.At, s *scope) {
	if len(l.Historical) == 0 || l.LastClosing != 0 || s.facts.LastBilledTo != 0 || s.unknownBilled || !at.CleanAt("last_statement_closing_date") {
		return
	}
	at.AddAt("historical_statement_transactions", codeWithoutClosing,
		"It is not said up to which day these transactions, "+strconv.Itoa(len(l.Historical))+" in all, were billed: add last_statement_closing_date, or the account's last_billed_to_date.")
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
			place.AddAt("transaction_date", codeBeforeOpening, "This transaction_date, "+t.Date.String()+", is not after the last_statement_closing_date, "+l.LastClosing.String()+": what came before is a historical transaction.")
		}
		if t.Date != 0 && t.Date < s.facts.LastBilledTo {
			place.AddAt("transaction_date", codeBeforeBilled, "This transaction_date, "+t.Date.String()+", lies before the account's last_billed_to_date, "+s.facts.LastBilledTo.String()+": this is a historical transaction, or one of the dates is wrong.")
		}
		if t.BillingDocument != "" {
			place.AddAt("billing_document_identifier", codeDocumentNotAllowed, "A current transaction is on no statement yet, and this one names "+fault.Shown(t.BillingDocument)+": leave that out, or list the transaction with the historical ones.")
		}
	}
}

// checkHistorical checks each historical transaction: it lies neither after the
// last statement's closing date nor after a current transaction, and the statement
// that it names is in the payload. A day still to come is a fault of its own, and
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
			place.AddAt("transaction_date", codeAfterClosing, "This transaction_date, "+t.Date.String()+", lies after the last_statement_closing_date, "+l.LastClosing.String()+": what came later is a current transaction.")
		}
		if earliest != 0 && t.Date > earliest {
			place.AddAt("transaction_date", codeAfterCurrent, "This transaction_date, "+t.Date.String()+", lies after the earliest current transaction, of "+earliest.String()+": historical ones come before it.")
		}
	}
}

// earliestCurrent is the date of the earliest current transaction, of those whose
// date is no fault itself: one wrong date must not make all historical ones wrong.
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

// checkStatement: the statement that a historical transaction is on is one of the
// payload's statements.
func (s *scope) checkStatement(t *Transaction, at *fault.At) {
	if t.BillingDocument == "" || s.statements == nil {
		return
	}
	if _, known := s.statements[t.BillingDocument]; !known {
		at.AddAt("billing_document_identifier", codeDocumentMismatch, "No statement of this account has the statement_id "+fault.Shown(t.BillingDocument)+": add it to statements, or correct it.")
	}
}
