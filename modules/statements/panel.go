package statements

import (
	"cmp"

	"github.com/a-h/templ"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// panels are the parts of an account's page: its statements.
var panels = []module.Panel{{Title: "Statements", Anchor: "statements", Rank: 40, Show: showStatements}}

// shownStatement is a statement as the page shows it.
type shownStatement struct {
	Number, From, To, Issued, Gross string
	Document                        views.Document
}

// showStatements shows a page of the account's statements, the latest first.
func showStatements(v *module.AccountView) (templ.Component, error) {
	n, err := v.CountItems("statements")
	if err != nil || n == 0 {
		return nil, err
	}
	if n > module.MaxSorted {
		ids, pager, err := v.ReadLongPage("statements", "statement_id", "statements")
		if err != nil {
			return nil, err
		}
		list, err := readStatements(v, `id IN (SELECT value FROM json_each(?)) ORDER BY statement_id`, ids)
		return statementTable(list, pager), err
	}
	page := v.NewListPage("statements", n)
	list, err := readStatements(v, `account = ? ORDER BY bill_period_to_date DESC, id DESC LIMIT ? OFFSET ?`, v.AccountID, module.ItemsPerPage, page.From)
	return statementTable(list, page.Pager), err
}

func readStatements(v *module.AccountView, condition string, args ...any) ([]shownStatement, error) {
	var list []shownStatement
	var paths []string
	var where []int // the statements that the paths are of
	err := database.EachRow(v.Reader, func(row database.Row) error {
		var s shownStatement
		var id, path string
		if err := row.Scan(&id, &s.Number, &s.From, &s.To, &s.Issued, &s.Gross, &path); err != nil {
			return err
		}
		s.Number = cmp.Or(s.Number, id)
		if path != "" {
			paths, where = append(paths, path), append(where, len(list))
		}
		list = append(list, s)
		return nil
	}, `SELECT statement_id, number, bill_period_from_date, bill_period_to_date, issued_date, gross_amount, statement_path
		FROM statements WHERE `+condition, args...)
	if err != nil {
		return nil, err
	}
	for i, document := range v.ListDocuments(paths) {
		list[where[i]].Document = document
	}
	return list, nil
}
