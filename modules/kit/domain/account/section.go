// Package account is where the account object is put together. The object has
// many parts, each owned by a module: the module says which members it adds, what
// must hold of them, and how they become rows. This package reads an account
// with all its parts, and imports one; it knows none of them.
package account

import (
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/writer"
)

// Section is a module's part of the account object; make one with [NewSection].
type Section struct {
	Name   string // of the module
	part   any
	state  func(part any, f *Facts)
	check  func(part any, f *Facts, at *fault.At)
	name   func(part any, at *fault.At, named *documents.Named)
	stored func(part any, f *Facts, q database.Querier, at *fault.At) error
	create func(into writer.RowWriter, to *Account, part any) error
	// extension stands in place of all these.
	extension Extension
}

// Part is what a module says about its part T, a struct whose fields are members
// of the account object, with the tags that package payload describes. A nil
// function has nothing to say.
type Part[T any] struct {
	// State tells the other sections what they may need to know of this one. It
	// runs before any Check.
	State func(part *T, f *Facts)
	// Check adds the faults of the rules. It reads nothing but its arguments.
	Check func(part *T, f *Facts, at *fault.At)
	// Documents tells which stored documents the part names. They are looked up
	// after all checks, where the supplier wants that.
	Documents func(part *T, at *fault.At, named *documents.Named)
	// Stored adds the faults of rules about what is stored of other accounts. It runs
	// after all checks, and again in the write that creates the account: what it found
	// may have changed, and there it cannot any more.
	Stored func(part *T, f *Facts, q database.Querier, at *fault.At) error
	// Import makes the part's rows ready, and sets what it says of the account's own row.
	Import func(into writer.RowWriter, to *Account, part *T) error
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
		s.name = func(part any, at *fault.At, named *documents.Named) { p.Documents(part.(*T), at, named) }
	}
	if p.Stored != nil {
		s.stored = func(part any, f *Facts, q database.Querier, at *fault.At) error { return p.Stored(part.(*T), f, q, at) }
	}
	if p.Import != nil {
		s.create = func(into writer.RowWriter, to *Account, part any) error { return p.Import(into, to, part.(*T)) }
	}
	return s
}

// Members is the names that the section adds to the account object.
func (s Section) Members() []string {
	return payload.Of(s.part).Members()
}
