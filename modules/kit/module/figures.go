package module

import (
	"dataimport/modules/kit/domain/figures"
	"dataimport/modules/kit/store/database"
)

// Figures are how the module's part of an account is reconciled. They have two halves: what
// rows hold, and what the lines of a book say. Both halves give the same figures where an
// account was imported as the book says.
type Figures struct {
	// List has the figures of the module, in the order of a report.
	List []figures.Figure
	// ReadStored adds to the tally of each account what its rows hold. Accounts is a JSON array
	// of the accounts' ids.
	ReadStored func(q database.Querier, accounts string, of func(accountID string) *figures.Tally) error
	// Account and Data are structs with the tags of package payload: the members of an account
	// that the module's figures need, and the members of a line beside the account.
	Account, Data any
	// NewSent returns what is known of one account before the first line of the book.
	NewSent func() Sent
}

// Sent is what the lines of a book say of one account. The account comes before the data
// that is sent for it later.
type Sent interface {
	// AddAccount takes a pointer to a value of the type of [Figures.Account].
	AddAccount(part any)
	// AddData takes a pointer to a value of the type of [Figures.Data].
	AddData(part any)
	// Tally adds the figures of all that was taken.
	Tally(t *figures.Tally)
}

// NewFigures returns figures whose second half is T, with a pointer receiver S. The methods
// of the half take the types A and D, so that no module asserts a type.
func NewFigures[A, D any, S interface {
	AddAccount(*A)
	AddData(*D)
	Tally(*figures.Tally)
}](list []figures.Figure, readStored func(database.Querier, string, func(string) *figures.Tally) error, newSent func() S) *Figures {
	return &Figures{
		List: list, ReadStored: readStored, Account: *new(A), Data: *new(D),
		NewSent: func() Sent { return &typedSent[A, D, S]{newSent()} },
	}
}

type typedSent[A, D any, S interface {
	AddAccount(*A)
	AddData(*D)
	Tally(*figures.Tally)
}] struct{ half S }

func (s *typedSent[A, D, S]) AddAccount(part any)    { s.half.AddAccount(part.(*A)) }
func (s *typedSent[A, D, S]) AddData(part any)       { s.half.AddData(part.(*D)) }
func (s *typedSent[A, D, S]) Tally(t *figures.Tally) { s.half.Tally(t) }

// FiguresOf are the figures of modules, in their order.
func FiguresOf(modules []Module) (list []*Figures) {
	for i := range modules {
		if modules[i].Figures != nil {
			list = append(list, modules[i].Figures)
		}
	}
	return list
}
