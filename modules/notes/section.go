// Package notes is the import kind of support notes. It defines the form of a note, its
// rules, and how notes are added to an account, with the account itself or later. An
// account never holds the same note twice.
package notes

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/domain/fault"
)

// Part holds the members that notes add to the account object.
type Part struct {
	Notes []Note `json:"notes,omitzero" rule:"doc=Notes for support staff. Of equal ones only the first is stored."`
}

// Section is the part of an account's import that holds its notes.
func Section() account.Section {
	return account.NewSection("notes", account.Part[Part]{
		Check: check,
		Documents: func(p *Part, at *fault.At, named *document.Named) {
			list := at.Field("notes")
			nameDocuments(p.Notes, &list, named)
		},
		PrepareRows: func(into account.RowWriter, to *account.Account, p *Part) error {
			digests, _, known := digestsOf(p.Notes)
			_, err := add(into, to, p.Notes, digests, known)
			return err
		},
	})
}

func check(p *Part, _ *account.Facts, at *fault.At) {
	notes := at.Field("notes")
	for i := range p.Notes {
		place := notes.Index(i)
		p.Notes[i].Check(&place)
	}
}
