package statements

import (
	"database/sql"
	"strconv"

	"dataimport/modules/kit/account"
	"dataimport/modules/kit/fault"
	"dataimport/modules/kit/payload"
	"dataimport/modules/kit/writer"

	"github.com/shopspring/decimal"
)

// Result is what became of one statement.
type Result struct {
	Added bool // false where the account held the same statement already
}

// Import adds statements to an account and says of each, in order, what became of
// it. One that is there already, with the same content, is not added again; where
// a statement_id is there with other content nothing is added, and the error is a
// *[fault.Error] that names each such item.
func Import(tx *writer.Tx, to *account.Account, items []Statement) ([]Result, error) {
	known, err := lookUp(tx, to, items)
	if err != nil {
		return nil, err
	}
	var refused fault.List
	results := make([]Result, len(items))
	added := make([]*Statement, 0, len(items))
	for i := range items {
		s := &items[i]
		switch there := known[s.ID]; {
		case there == nil:
			known[s.ID], results[i].Added = s, true
			added = append(added, s)
		case !s.equals(there):
			attr := "statements." + strconv.Itoa(i) + ".statement_id"
			refused = append(refused, fault.Fault{Detail: s.alreadyExists("on the account", there), Code: codeAlreadyExists, Attr: attr})
		}
	}
	if err := fault.Invalid(fault.RequestFailedValidation, refused); err != nil {
		return nil, err
	}
	if err := insert(tx, to, added); err != nil {
		return nil, err
	}
	tx.Count(to.Supplier.ID, "statements", len(added))
	return results, nil
}

// lookUp gives the statements of the account that have an id of one of the items, by id.
func lookUp(tx *writer.Tx, to *account.Account, items []Statement) (map[string]*Statement, error) {
	known := make(map[string]*Statement, len(items))
	ids := make([]string, 0, len(items))
	for i := range items {
		if _, met := known[items[i].ID]; !met {
			known[items[i].ID] = nil
			ids = append(ids, items[i].ID)
		}
	}
	if to.New {
		return known, nil
	}
	const query = `SELECT statement_id, bill_period_from_date, bill_period_to_date, issued_date, number, gross_amount, statement_path
		FROM statements WHERE account = ? AND statement_id IN (?)`
	err := tx.Lookup(query, []any{to.ID}, ids, func(rows *sql.Rows) error {
		s, err := scan(rows)
		if err == nil {
			known[s.ID] = s
		}
		return err
	})
	return known, err
}

func scan(rows *sql.Rows) (*Statement, error) {
	var s Statement
	var from, to, issued, gross string
	if err := rows.Scan(&s.ID, &from, &to, &issued, &s.Number, &gross, &s.Path); err != nil {
		return nil, err
	}
	s.From, _ = payload.ParseDate(from)
	s.To, _ = payload.ParseDate(to)
	s.Issued, _ = payload.ParseDate(issued)
	if gross != "" {
		amount, err := decimal.NewFromString(gross)
		if err != nil {
			return nil, err
		}
		s.Gross = decimal.NewNullDecimal(amount)
	}
	return &s, nil
}

var columns = []string{"account", "statement_id", "bill_period_from_date", "bill_period_to_date", "issued_date", "number", "gross_amount", "statement_path", "size", "sha256"}

func insert(tx *writer.Tx, to *account.Account, added []*Statement) error {
	row := make([]any, len(columns)) // Insert copies it
	return tx.Insert("statements", columns, len(added), func(i int) []any {
		s := added[i]
		gross := ""
		if s.Gross.Valid {
			gross = payload.Text(s.Gross.Decimal)
		}
		document := to.Documents[s.Path] // zero where it was not looked up
		return append(row[:0], to.ID, s.ID, s.From.String(), s.To.String(), s.Issued.String(), s.Number, gross, s.Path, document.Size, document.SHA256)
	})
}
