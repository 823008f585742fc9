// Package account puts the account object together. The object has many parts, each
// owned by a module. A module says which members its part adds, which rules they obey,
// what the part claims for its account alone, and which rows it becomes.
//
// The package is pure. It knows neither the modules nor the database nor a transport:
// rows go through a [RowWriter], and claims and documents are values that the store
// looks up.
package account

import (
	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// Section is a module's part of the account object. Make one with [NewSection].
type Section struct {
	Name          string // of the module
	part          any
	state         func(part any, f *Facts)
	check         func(part any, f *Facts, at *fault.At)
	nameDocuments func(part any, at *fault.At, named *document.Named)
	claim         func(part any, f *Facts, at *fault.At, claims *Claims)
	prepareRows   func(into RowWriter, to *Account, part any) error
	// extension is there in place of all these.
	extension Extension
}

// Part is what a module says about its part T. T is a struct whose fields are members
// of the account object, with the tags that package payload describes. A function that
// the part does not need is nil.
type Part[T any] struct {
	// State sets the facts that other sections may use. It runs before any Check.
	State func(part *T, f *Facts)
	// Check adds the faults of the rules. It reads its arguments alone.
	Check func(part *T, f *Facts, at *fault.At)
	// Documents adds the stored documents that the part names. They are looked up after
	// all checks, where the supplier wants that.
	Documents func(part *T, at *fault.At, named *document.Named)
	// Claims adds what the account alone of its supplier may have. The supplier is known.
	// The claims are looked up after all checks, and again in the write that creates the
	// account.
	Claims func(part *T, f *Facts, at *fault.At, claims *Claims)
	// PrepareRows writes the part's rows, and sets what the part says of the account's
	// own row.
	PrepareRows func(into RowWriter, to *Account, part *T) error
}

// NewSection is the section of a module.
func NewSection[T any](module string, p Part[T]) Section {
	s := Section{Name: module, part: *new(T)}
	if p.State != nil {
		s.state = func(part any, f *Facts) { p.State(part.(*T), f) }
	}
	if p.Check != nil {
		s.check = func(part any, f *Facts, at *fault.At) { p.Check(part.(*T), f, at) }
	}
	if p.Documents != nil {
		s.nameDocuments = func(part any, at *fault.At, named *document.Named) { p.Documents(part.(*T), at, named) }
	}
	if p.Claims != nil {
		s.claim = func(part any, f *Facts, at *fault.At, claims *Claims) { p.Claims(part.(*T), f, at, claims) }
	}
	if p.PrepareRows != nil {
		s.prepareRows = func(into RowWriter, to *Account, part any) error { return p.PrepareRows(into, to, part.(*T)) }
	}
	return s
}

// Members is the names that the section adds to the account object.
func (s Section) Members() []string {
	return payload.Of(s.part).Members()
}
