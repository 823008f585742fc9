package transactions

import (
	"encoding/json/v2"
	"strings"

	"github.com/shopspring/decimal"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// balanceChange is how a transaction changes the balance.
type balanceChange struct {
	id, ledger    string
	effect, after decimal.Decimal
	amount        decimal.Decimal
	prepaid       bool // for a meter with a balance of its own
}

// creditTypes are the types that add to the balance. All others subtract from it.
var creditTypes = map[string]bool{"PAYMENT": true, "CREDIT": true}

// maxCounted is how many bytes of stored line items are read, to count them.
const maxCounted = 100_000

// readChanges reads transactions, with few columns. The balance after a transaction depends on all
// later ones.
func readChanges(v *module.AccountView, condition string, args ...any) ([]balanceChange, error) {
	var changes []balanceChange
	err := database.EachRow(v.Reader, func(row database.Row) error {
		var m balanceChange
		var kind, amount string
		var err error
		if err = row.Scan(&m.id, &m.ledger, &kind, &amount, &m.prepaid); err != nil {
			return err
		}
		if m.amount, err = decimal.NewFromString(amount); err != nil {
			return err
		}
		switch {
		case m.prepaid:
		case creditTypes[kind]:
			m.effect = m.amount
		default:
			m.effect = m.amount.Neg()
		}
		changes = append(changes, m)
		return nil
	}, `SELECT id, ledger, type, amount, to_prepay_meter_serial_number <> '' FROM transactions WHERE `+condition, args...)
	return changes, err
}

// computeBalances sets the balance after each transaction, from the latest to the first. It returns
// the balance before all of them.
func computeBalances(changes []balanceChange, balance decimal.Decimal) decimal.Decimal {
	for i := range changes {
		changes[i].after = balance
		balance = balance.Sub(changes[i].effect)
	}
	return balance
}

func readTransaction(v *module.AccountView, m *balanceChange) (line shownTransaction, err error) {
	var id, kind, reason, payment, product, reference, display, note, description, lines string
	err = v.Reader.QueryRow(`SELECT transaction_id, transaction_date, type, reason, payment_type, product_code, reference, display_note, note, description,
			CASE WHEN unpacked_size(line_items) <= ? THEN unpacked(line_items) ELSE 'many' END
		FROM transactions WHERE id = ?`, maxCounted, m.id).Scan(&id, &line.Date, &kind, &reason, &payment, &product, &reference, &display, &note, &description, &lines)
	if err != nil {
		return line, err
	}
	line.Type, line.Balance, line.In = views.HumanizeCode(kind), views.FormatAmount(m.after), creditTypes[kind]
	line.Amount = "−" + views.FormatAmount(m.amount)
	if line.In {
		line.Amount = "+" + views.FormatAmount(m.amount)
	}
	if m.amount.IsNegative() {
		line.Amount = views.FormatAmount(m.amount) // a correction: it has its own sign
	}
	var what []string
	for _, part := range []string{views.HumanizeCode(reason), views.HumanizeCode(payment), product, id} {
		if part != "" {
			what = append(what, part)
		}
	}
	line.What = strings.Join(what, " · ")
	for _, text := range []string{reference, display, note, description} {
		if text != "" {
			line.Notes = append(line.Notes, v.Mask(text))
		}
	}
	if n := countItems(lines); lines == "many" {
		line.Notes = append(line.Notes, "Very many line items")
	} else if n > 0 {
		line.Notes = append(line.Notes, views.FormatCount(n, "line item"))
	}
	if m.prepaid {
		line.Notes = append(line.Notes, "With a prepayment meter: it does not count towards this balance.")
	}
	return line, nil
}

func countItems(text string) int {
	var list []any
	if text == "" || json.Unmarshal([]byte(text), &list) != nil {
		return 0
	}
	return len(list)
}
