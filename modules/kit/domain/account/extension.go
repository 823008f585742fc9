package account

import (
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// Extension is the members of the account object that are in no section, since they
// differ from supplier to supplier. A module that has such members brings an Extension in
// place of a section. There is at most one.
type Extension interface {
	// Read reads the members that no section has, and adds their faults. A member that
	// the account's supplier does not have either is unknown. Read runs when the supplier
	// is known, or known not to exist. The result is nil where nothing was added.
	Read(in Open, at *fault.At) (Extended, error)
}

// Open is an account whose sections were read.
type Open struct {
	Data  []byte          // the whole payload
	Extra []payload.Extra // the members that no section has
	Facts *Facts
}

// Extended is what an extension has read of an account.
type Extended interface {
	// Members are the members as they were understood.
	Members() ([]payload.Extra, error)
	// PrepareRows writes their rows.
	PrepareRows(into RowWriter, to *Account) error
}

// NewExtension is the section of a module that brings an extension.
func NewExtension(module string, e Extension) Section {
	return Section{Name: module, part: struct{}{}, extension: e}
}
