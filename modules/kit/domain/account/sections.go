package account

import (
	"slices"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"

	"github.com/shopspring/decimal"
)

// Money is what other sections may ask of the ledgers and transactions of an account.
type Money interface {
	// LedgerIdentifiers are the identifiers of the ledgers.
	LedgerIdentifiers() []string
	// EachTransaction calls do for each transaction that has an id.
	EachTransaction(do func(id, kind string, amount decimal.Decimal))
}

// Instructions is what other sections may ask of the payment instructions of an account.
type Instructions interface {
	// InstructionIdentifiers are the identifiers of the instructions.
	InstructionIdentifiers() []string
	// EachInstruction visits the instructions. account is the place of the whole account.
	EachInstruction(account *fault.At, visit func(i Instruction, at *fault.At))
}

// Instruction is what a payment instruction says of the way and the time of paying.
type Instruction struct {
	Type      string
	ValidFrom payload.Date // zero where it was always valid
}

// Market is the supplier's market, empty where the supplier is unknown.
func (f *Facts) Market() string {
	if f.Supplier == nil {
		return ""
	}
	return f.Supplier.Market
}

// IsExtended reports whether the object at a place has members that no section has, and
// the supplier has a market that may add some.
func (f *Facts) IsExtended(at *fault.At) bool {
	if len(f.Extra) == 0 || f.Market() == settings.Core {
		return false
	}
	attr := at.Attr()
	return slices.ContainsFunc(f.Extra, func(e payload.Extra) bool { return e.Object == attr })
}
