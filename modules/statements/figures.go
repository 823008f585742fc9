package statements

import (
	"fmt"
	"slices"

	"dataimport/modules/kit/domain/figures"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"

	"github.com/shopspring/decimal"
)

// The paths of the figures of statements.
const (
	countFigure = "statements.count"
	sumFigure   = "statements.sum"
)

// newFigures returns how the statements of an account are reconciled.
func newFigures() *module.Figures {
	return module.NewFigures([]figures.Figure{
		figures.Count(countFigure, "Statements"),
		figures.Sum(sumFigure, "Statements, gross amounts in the smallest unit"),
	}, readStored, func() sentStatements { return make(sentStatements) })
}

func readStored(q database.Querier, accounts string, of func(string) *figures.Tally) error {
	return database.EachRow(q, func(row database.Row) error {
		var id, gross, path, sum string
		if err := row.Scan(&id, &gross, &path, &sum); err != nil {
			return err
		}
		t := of(id)
		t.Count(countFigure, 1)
		t.AddDocument(path, sum)
		if gross == "" {
			return nil
		}
		amount, err := decimal.NewFromString(gross)
		if err != nil {
			return fmt.Errorf("stored gross amount %q: %w", gross, err)
		}
		t.Add(sumFigure, amount)
		return nil
	}, `SELECT account, gross_amount, statement_path, sha256 FROM statements WHERE account IN (SELECT value FROM json_each(?))`, accounts)
}

// sentStatements are the different statements of an account by their ids, as a book says.
// Two statements of one id and different content are two: the account cannot have both, and
// a reader must see that.
type sentStatements map[string][]*Statement

// AddAccount takes the statements of the account.
func (s sentStatements) AddAccount(part *Part) {
	for i := range part.Statements {
		item := &part.Statements[i]
		if !slices.ContainsFunc(s[item.ID], item.equals) {
			s[item.ID] = append(s[item.ID], item)
		}
	}
}

// AddData takes statements that are sent for the imported account.
func (s sentStatements) AddData(part *Part) { s.AddAccount(part) }

// Tally adds the number of statements, their gross amounts and their documents.
func (s sentStatements) Tally(t *figures.Tally) {
	for _, list := range s {
		t.Count(countFigure, len(list))
		for _, item := range list {
			t.Add(sumFigure, item.Gross.Decimal)
			t.AddDocument(item.Path, "")
		}
	}
}
