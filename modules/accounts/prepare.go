package accounts

import (
	"strconv"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

// PrepareRows sets what the core says of the account's own row, and writes the rows of
// the members that an account has any number of.
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

// rows are what one part of an account becomes in its table.
type rows struct {
	table   string
	columns []string
	values  [][]any
	err     error
}

// add adds a row, unless its values could not be had.
func (r *rows) add(v *values, row ...any) {
	r.values = append(r.values, row)
	if r.err == nil {
		r.err = v.err
	}
}

// values turns members into what the database stores, and keeps the first error,
// so that a row is written in one expression.
type values struct{ err error }

// json is anything as JSON text; what is not there is empty.
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

// decimalText keeps the places that were sent.
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
