package transactions

import (
	"fmt"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"

	"github.com/shopspring/decimal"
)

// stored is a ledger as it is in the database.
type stored struct {
	id          string
	balance     decimal.Decimal
	closing     payload.Date
	identifiers string // a JSON array, empty for none
	changed     bool
}

// readLedgers reads the ledgers of an account, in the order in which they were written.
func readLedgers(tx *writer.Tx, to *account.Account) (ledgers []*stored, err error) {
	const query = `SELECT id, balance, last_statement_closing_date, identifiers FROM ledgers WHERE account = ? ORDER BY id`
	err = database.EachRow(tx, func(row database.Row) error {
		var l stored
		var balance, closing string
		if err := row.Scan(&l.id, &balance, &closing, &l.identifiers); err != nil {
			return err
		}
		l.closing, _ = payload.ParseDate(closing)
		l.balance, err = parseBalance(balance)
		ledgers = append(ledgers, &l)
		return err
	}, query, to.ID)
	return ledgers, err
}

// parseBalance reads a stored balance. An empty text is zero.
func parseBalance(text string) (decimal.Decimal, error) {
	if text == "" {
		return decimal.Zero, nil
	}
	balance, err := decimal.NewFromString(text)
	if err != nil {
		return balance, fmt.Errorf("stored balance %q: %w", text, err)
	}
	return balance, nil
}

var ledgerColumns = []string{"account", "code", "identifier", "identifiers", "balance", "last_statement_balance",
	"last_statement_closing_date", "last_statement_issue_date"}

// insertLedgers writes ledgers and returns the id of each.
func insertLedgers(into account.RowWriter, to *account.Account, ledgers []Ledger, balances []decimal.Decimal) (ids []string, err error) {
	for range ledgers {
		ids = append(ids, database.NewID())
	}
	row := make([]any, len(ledgerColumns)) // InsertAs copies the row
	err = into.InsertAs(ids, "ledgers", ledgerColumns, func(i int) []any {
		l := &ledgers[i]
		return append(row[:0], to.ID, l.Code, l.Identifier, listText(l.Identifiers), payload.Text(balances[i]), optional(l.LastBalance),
			l.LastClosing.String(), l.LastIssue.String())
	})
	return ids, err
}

// update writes the balance of a ledger.
func (l *stored) update(tx *writer.Tx) error {
	_, err := tx.Exec(`UPDATE ledgers SET balance = ?, updated = ? WHERE id = ?`, payload.Text(l.balance), database.Time(tx.Now()), l.id)
	return err
}

func optional(d decimal.NullDecimal) string {
	if !d.Valid {
		return ""
	}
	return payload.Text(d.Decimal)
}

// listText returns a list as JSON text, empty for an empty list.
func listText[T any](list []T) string {
	if len(list) == 0 {
		return ""
	}
	encoded, err := payload.Encode(list)
	if err != nil {
		panic("transactions: what was read cannot be written: " + err.Error())
	}
	return string(encoded)
}
