package transactions

import (
	"fmt"
	"slices"
	"strconv"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/writer"
)

// request is a list of transactions that is being added to an account.
type request struct {
	Options
	account *open
	known   map[string]*Result // by transaction_id; nil where they are not checked
	entries []entry
	moved   []move
	// charged are the periods that the account was charged for; nil where they are not
	// checked.
	charged charged
	// refused are the faults of transactions that the account has with other content, and
	// of line items of periods that it was charged for.
	refused fault.List
}

// move is a change of a transaction's date.
type move struct {
	id       string
	from, to payload.Date
}

func newRequest(tx *writer.Tx, to *account.Account, items []Transaction, o Options) (r *request, err error) {
	r = &request{Options: o, entries: make([]entry, 0, len(items))}
	if r.texts == nil {
		r.texts = textsOf(items)
	}
	if r.account, err = openAccount(tx, to, items); err != nil || !o.CheckPreviouslyAdded {
		return r, err
	}
	ids := make([]string, len(items))
	for i := range items {
		ids[i] = items[i].ID
	}
	slices.Sort(ids)
	if r.known, err = readStored(tx, to, slices.Compact(ids)); err != nil {
		return r, err
	}
	r.charged, err = readCharged(tx, to, items)
	return r, err
}

// add adds the i-th transaction of the request.
func (r *request) add(i int, t *Transaction) (Result, error) {
	if there := r.known[t.ID]; there != nil {
		if r.RefuseDifferent {
			r.refuseDifferent(i, t, there)
		}
		return *there, nil
	}
	ledger := r.account.ledgerOf(t)
	period := r.account.periodOf(ledger)
	result := Result{Status: Added, Transaction: *t}
	switch {
	case t.Date > period.last:
		return result, refuse(i, t, ruleInFuture.Code, period)
	case t.Date < period.first && !r.ForceCurrentStatement:
		return result, refuse(i, t, ruleBeforeOpening.Code, period)
	case t.Date < period.first:
		// The caller's transaction stays unchanged, since a write may run again.
		result.Transaction.Date = period.first
		result.Description = fmt.Sprintf("%s It was changed to %s, the first day of the open statement period.", describeMoveFrom(t), period.first)
		r.moved = append(r.moved, move{t.ID, t.Date, period.first})
	}
	if r.charged != nil {
		r.refused = append(r.refused, r.charged.charge(i, t)...)
	}
	stored := result.Transaction
	r.entries = append(r.entries, entry{Transaction: &stored, texts: r.texts[i], ledger: ledger.id, period: periodCurrent, description: result.Description})
	r.account.credit(ledger, t.worth())
	if r.known != nil {
		again := result
		again.Status = AlreadyExists
		r.known[t.ID] = &again
	}
	return result, nil
}

func refuse(i int, t *Transaction, code string, period span) error {
	detail := fmt.Sprintf("The transaction's date, %s, lies outside the open statement period, which is from %s to today, %s.", t.Date, period.first, period.last)
	attr := "transactions." + strconv.Itoa(i) + ".transaction_date"
	return &Failure{Index: i, Transaction: *t, Fault: fault.Fault{Detail: detail, Code: code, Attr: attr}}
}

// write stores the transactions that were added.
func (r *request) write(tx *writer.Tx, to *account.Account) error {
	if len(r.entries) == 0 {
		return nil
	}
	if err := insertEntries(progress.CountingRowWriter{InsertTarget: tx}, to, r.entries); err != nil {
		return err
	}
	if err := r.account.write(tx, to); err != nil {
		return err
	}
	if len(r.moved) == 0 || r.PinNote == nil {
		return nil
	}
	return r.PinNote(tx, to, noteOf(r.moved))
}
