// Package statements is the import kind of historical statements: the bills of an account
// from before its import. It defines the form of a statement, its rules, and how
// statements are added to an account. An account holds one statement for each
// statement_id, and the content of a statement never changes.
package statements

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/domain/fault"
)

// Part holds the members that statements add to the account object.
type Part struct {
	Statements []Statement `json:"statements,omitzero" rule:"doc=Historical statements, each with a statement_id of its own."`
}

// Section is the part of an account's import that holds its statements.
func Section() account.Section {
	return account.NewSection("statements", account.Part[Part]{
		Check: check,
		Documents: func(p *Part, at *fault.At, named *document.Named) {
			statements := at.Field("statements")
			nameDocuments(p.Statements, &statements, named)
		},
		PrepareRows: func(into account.RowWriter, to *account.Account, p *Part) error {
			known, _ := idsOf(p.Statements)
			_, err := add(into, to, p.Statements, known)
			return err
		},
	})
}

func check(p *Part, _ *account.Facts, at *fault.At) {
	statements := at.Field("statements")
	checkAll(p.Statements, &statements)
}

// checkAll adds the faults of statements that are sent together, with the account or to
// the endpoint.
func checkAll(statements []Statement, at *fault.At) {
	checkIDs(statements, at)
	for i := range statements {
		place := at.Index(i)
		statements[i].Check(&place)
	}
}
