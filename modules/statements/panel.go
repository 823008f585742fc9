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

// maxShown is how many statements are shown. It covers decades of monthly ones.
const maxShown = 500

// showStatements shows the account's statements, the latest first.
func showStatements(v *module.AccountView) (templ.Component, error) {
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
		FROM statements WHERE account = ? ORDER BY bill_period_to_date DESC, id DESC LIMIT ?`, v.AccountID, maxShown)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	for i, document := range v.ListDocuments(paths) {
		list[where[i]].Document = document
	}
	return statementTable(list), nil
}
