package transactions

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/writer"
)

// Status is what became of a transaction.
type Status string

// The statuses of a transaction, as responses name them.
const (
	Added         Status = "TRANSACTION_ADDED_TO_ACCOUNT"
	AlreadyExists Status = "TRANSACTION_ALREADY_EXISTS"
)

// Options are what a request may choose; a request that says nothing chooses both.
type Options struct {
	// CheckPreviouslyAdded leaves out transactions that the account has already.
	CheckPreviouslyAdded bool
	// ForceCurrentStatement moves transactions from before the open statement period
	// into it, where otherwise they are refused.
	ForceCurrentStatement bool
	// PinNote writes a pinned note that says what was moved. It may be nil.
	PinNote PinNote
	// texts are those of the items, made before the write; nil has it make them.
	texts []texts
}

// PinNote pins a note to an account.
type PinNote func(tx *writer.Tx, to *account.Account, body string) error

// Result is what became of one transaction.
type Result struct {
	Status      Status
	Transaction Transaction // as it is stored
	Description string      // what it says about its change, empty if it was not changed
}

// Failure is the first transaction that cannot be added; nothing was. It wraps the
// *[fault.Error] of a response in the usual shape.
type Failure struct {
	Index       int // of the transaction in its request
	Transaction Transaction
	Fault       fault.Fault
}

func (f *Failure) Error() string { return f.Fault.Code + ": " + f.Fault.Detail }

// Unwrap gives the refusal without the transaction.
func (f *Failure) Unwrap() error {
	return fault.Refused(f.Fault.Code, f.Fault.Attr, f.Fault.Detail)
}

// Import adds transactions to an account that exists and says of each, in order,
// what became of it. A transaction belongs to the open statement period of its
// ledger: that which is for its supply point, or else the account's first. The
// balances of the ledger and the account follow. The error is a *[Failure] where a
// transaction is refused.
func Import(tx *writer.Tx, to *account.Account, items []Transaction, o Options) ([]Result, error) {
	r, err := newRequest(tx, to, items, o)
	if err != nil {
		return nil, err
	}
	results := make([]Result, len(items))
	for i := range items {
		if results[i], err = r.add(i, &items[i]); err != nil {
			return nil, err
		}
	}
	return results, r.write(tx, to)
}
