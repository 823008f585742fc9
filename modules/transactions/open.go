package transactions

import (
	"database/sql"
	"encoding/json/v2"
	"errors"
	"fmt"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/writer"

	"github.com/shopspring/decimal"
)

// open is the state of an account to which transactions are added.
type open struct {
	balance decimal.Decimal
	changed bool
	billed  payload.Date
	created payload.Date
	today   payload.Date
	ledgers []*stored
	// bySupplyPoint holds the ledgers that have a supply point, where there are several ledgers.
	bySupplyPoint map[string]*stored
}

// span is a range of days, both inclusive.
type span struct{ first, last payload.Date }

// openAccount reads the state of an account that the items need.
func openAccount(tx *writer.Tx, to *account.Account, items []Transaction) (*open, error) {
	a := &open{created: account.Today(to.Supplier, to.CreatedAt), today: account.Today(to.Supplier, tx.Now())}
	var balance, billed string
	err := tx.QueryRow(`SELECT balance, last_billed_to_date FROM accounts WHERE id = ?`, to.ID).Scan(&balance, &billed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("transactions: there is no account %q", to.ID)
	}
	if err != nil {
		return nil, err
	}
	a.billed, _ = payload.ParseDate(billed)
	if a.balance, err = parseBalance(balance); err != nil {
		return nil, err
	}
	if a.ledgers, err = readLedgers(tx, to); err != nil {
		return nil, err
	}
	if len(a.ledgers) == 0 {
		// The account was imported while this kind was switched off.
		if _, err := insertLedgers(progress.CountingRowWriter{InsertTarget: tx}, to, []Ledger{{}}, []decimal.Decimal{a.balance}); err != nil {
			return nil, err
		}
		if a.ledgers, err = readLedgers(tx, to); err != nil {
			return nil, err
		}
	}
	return a, a.sortLedgers(items)
}

// sortLedgers finds the ledger of each supply point, where an item names a supply point.
func (a *open) sortLedgers(items []Transaction) error {
	if len(a.ledgers) == 1 || !anySupplyPoint(items) {
		return nil
	}
	a.bySupplyPoint = make(map[string]*stored)
	for _, l := range a.ledgers {
		if l.identifiers == "" {
			continue
		}
		var identifiers []string
		if err := json.Unmarshal([]byte(l.identifiers), &identifiers); err != nil {
			return fmt.Errorf("the stored identifiers of ledger %q: %w", l.id, err)
		}
		for _, identifier := range identifiers {
			a.bySupplyPoint[identifier] = l
		}
	}
	return nil
}

func anySupplyPoint(items []Transaction) bool {
	for i := range items {
		if items[i].SupplyPoint != "" {
			return true
		}
	}
	return false
}

// ledgerOf returns the ledger of a transaction.
func (a *open) ledgerOf(t *Transaction) *stored {
	if l := a.bySupplyPoint[t.SupplyPoint]; l != nil {
		return l
	}
	return a.ledgers[0]
}

// periodOf returns the open statement period of a ledger. It starts on the day after its
// last statement closed, or else on the day after the account's last billed day, or else
// on the day the account was created. It ends today, and has at least one day: an account
// that was billed up to today, or further, takes today's transactions.
func (a *open) periodOf(l *stored) span {
	first := a.created
	switch {
	case l.closing != 0:
		first = l.closing.AddDays(1)
	case a.billed != 0:
		first = a.billed.AddDays(1)
	}
	return span{min(first, a.today), a.today}
}

// credit adds an amount to the balances of a ledger and of the account.
func (a *open) credit(ledger *stored, amount decimal.Decimal) {
	if amount.IsZero() {
		return
	}
	ledger.balance, ledger.changed = ledger.balance.Add(amount), true
	a.balance, a.changed = a.balance.Add(amount), true
}

// write stores the balances that changed.
func (a *open) write(tx *writer.Tx, to *account.Account) error {
	if !a.changed {
		return nil
	}
	for _, l := range a.ledgers {
		if !l.changed {
			continue
		}
		if err := l.update(tx); err != nil {
			return err
		}
	}
	_, err := tx.Exec(`UPDATE accounts SET balance = ?, updated = ? WHERE id = ?`, payload.Text(a.balance), database.Time(tx.Now()), to.ID)
	return err
}
