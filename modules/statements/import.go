package statements

import (
	"strconv"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/writer"

	"github.com/shopspring/decimal"
)

// Result says whether a statement was added.
type Result struct {
	Added bool // false where the account had the same statement already
}

// Import adds statements to an account and returns a result for each, in their order. It
// does not add a statement that the account already has with the same content. Where the
// account has a statement_id with other content, nothing is added, and the error is a
// *[fault.Error] that names each such item.
func Import(tx *writer.Tx, to *account.Account, items []Statement) ([]Result, error) {
	known, ids := idsOf(items)
	if err := lookUp(tx, to, ids, known); err != nil {
		return nil, err
	}
	return add(progress.CountingRowWriter{InsertTarget: tx}, to, items, known)
}

// add adds the statements that are not in known.
func add(into account.RowWriter, to *account.Account, items []Statement, known map[string]*Statement) ([]Result, error) {
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
			refused = append(refused, fault.Fault{Detail: s.alreadyExists("on the account", there), Code: ruleAlreadyExists.Code, Attr: attr})
		}
	}
	if err := fault.Invalid(fault.RequestFailedValidation, refused); err != nil {
		return nil, err
	}
	if err := insert(into, to, added); err != nil {
		return nil, err
	}
	into.Count(to.Supplier.ID, "statements", len(added))
	return results, nil
}

// idsOf returns the ids of statements, each once, and a map in which none of them is
// known yet.
func idsOf(items []Statement) (known map[string]*Statement, ids []string) {
	known = make(map[string]*Statement, len(items))
	for i := range items {
		if _, met := known[items[i].ID]; !met {
			known[items[i].ID] = nil
			ids = append(ids, items[i].ID)
		}
	}
	return known, ids
}

// lookUp adds to known the statements of the ids that the account has.
func lookUp(tx *writer.Tx, to *account.Account, ids []string, known map[string]*Statement) error {
	const query = `SELECT statement_id, bill_period_from_date, bill_period_to_date, issued_date, number, gross_amount, statement_path
		FROM statements WHERE account = ? AND statement_id IN (?)`
	return tx.Lookup(query, []any{to.ID}, ids, func(row database.Row) error {
		s, err := scan(row)
		if err == nil {
			known[s.ID] = s
		}
		return err
	})
}

func scan(row database.Row) (*Statement, error) {
	var s Statement
	var from, to, issued, gross string
	if err := row.Scan(&s.ID, &from, &to, &issued, &s.Number, &gross, &s.Path); err != nil {
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
		s.Gross = payload.NewNumber(amount)
	}
	return &s, nil
}

var columns = []string{"account", "statement_id", "bill_period_from_date", "bill_period_to_date", "issued_date", "number", "gross_amount", "statement_path", "size", "sha256"}

func insert(into account.RowWriter, to *account.Account, added []*Statement) error {
	row := make([]any, len(columns)) // Insert copies the row
	return into.Insert("statements", columns, len(added), func(i int) []any {
		s := added[i]
		gross := ""
		if s.Gross.Valid {
			gross = payload.Text(s.Gross.Decimal)
		}
		document := to.Documents[s.Path] // the zero value where it was not looked up
		return append(row[:0], to.ID, s.ID, s.From.String(), s.To.String(), s.Issued.String(), s.Number, gross, s.Path, document.Size, document.SHA256)
	})
}
