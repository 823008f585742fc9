package accounts

import (
	"strconv"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

// PrepareRows sets the columns of the core in the account's own row. It writes the rows of
// the members that are lists, and of the billing address. Errors are of the encoding as
// JSON and of into.
func PrepareRows(into account.RowWriter, to *account.Account, c *Core) error {
	if err := setAccount(to, c); err != nil {
		return err
	}
	for _, part := range []func(*account.Account, *Core) rows{customerRows, addressRows, scheduleRows, referenceRows, debtRows} {
		r := part(to, c)
		if r.err != nil {
			return r.err
		}
		if err := into.Insert(r.table, r.columns, len(r.values), func(i int) []any { return r.values[i] }); err != nil {
			return err
		}
	}
	return nil
}

// rows are the rows of one part of an account, for one table.
type rows struct {
	table   string
	columns []string
	values  [][]any
	err     error
}

// add adds a row, and keeps the first error of its values.
func (r *rows) add(v *values, row ...any) {
	r.values = append(r.values, row)
	if r.err == nil {
		r.err = v.err
	}
}

// values encodes members as the database stores them, and keeps the first error, so that a
// row is written in one expression.
type values struct{ err error }

// json returns a value as JSON text, empty where the value is absent.
func (v *values) json(there bool, value any) string {
	if !there {
		return ""
	}
	text, err := payload.Encode(value)
	if v.err == nil {
		v.err = err
	}
	return string(text)
}

// decimalText returns a decimal as text with the places that were sent, empty for none.
func decimalText(d decimal.NullDecimal) string {
	if !d.Valid {
		return ""
	}
	return payload.Text(d.Decimal)
}

func intText(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}
