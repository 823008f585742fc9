package transactions

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/writer"
)

// Status is the outcome of importing a transaction.
type Status string

// The statuses of a transaction, as responses name them.
const (
	Added         Status = "TRANSACTION_ADDED_TO_ACCOUNT"
	AlreadyExists Status = "TRANSACTION_ALREADY_EXISTS"
)

// Options are the choices of a request. A request without a choice has both.
type Options struct {
	// CheckPreviouslyAdded leaves out transactions that the account has already.
	CheckPreviouslyAdded bool
	// ForceCurrentStatement moves transactions from before the open statement period
	// into it. Otherwise they are refused.
	ForceCurrentStatement bool
	// RefuseDifferent refuses a transaction that the account has with other content.
	// Otherwise it counts as added before. It needs CheckPreviouslyAdded.
	RefuseDifferent bool
	// PinNote writes a pinned note about the moved transactions. It may be nil.
	PinNote PinNote
	// texts are the texts of the items, made before the write. Where they are nil, the
	// write makes them.
	texts []texts
}

// PinNote pins a note to an account.
type PinNote func(tx *writer.Tx, to *account.Account, body string) error

// Result is the outcome of importing one transaction.
type Result struct {
	Status      Status
	Transaction Transaction // as it is stored
	Description string      // of the change of the transaction, empty if it was not changed
}

// Failure is the first transaction that cannot be added. No transaction of its request was
// added. It wraps the *[fault.Error] of a response in the usual shape.
type Failure struct {
	Index       int // of the transaction in its request
	Transaction Transaction
	Fault       fault.Fault
}

func (f *Failure) Error() string { return f.Fault.Code + ": " + f.Fault.Detail }

// Unwrap returns the refusal without the transaction.
func (f *Failure) Unwrap() error {
	return fault.Refused(f.Fault.Code, f.Fault.Attr, f.Fault.Detail)
}

// Import adds transactions to an account that exists and returns a result for each, in
// their order. A transaction goes on the ledger of its supply point, or else on the
// account's first ledger. It belongs to the open statement period of that ledger. Import
// updates the balances of the ledgers and the account. The error is a *[Failure] where a
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
	if err := fault.Invalid(fault.RequestFailedValidation, r.refused); err != nil {
		return nil, err
	}
	return results, r.write(tx, to)
}
