// Package vendors asks payment vendors whether a payment instruction exists, and for the
// details of it that may be stored.
//
// A vendor is a record that operators edit. It names an adapter, and the adapter speaks
// the vendor's protocol. Every adapter answers in one of three ways: details, a
// [PersistentError] (asking again is useless) or an [UnavailableError] (asking again may
// succeed). Every failure that says nothing about the instruction itself is an
// UnavailableError, so that a network fault never makes an instruction invalid. One
// Verify ends within one deadline, however many attempts it makes.
//
// No card number leaves this package, whatever a vendor answers. The README describes the
// service that the http adapter calls, and the answers of the sandbox.
package vendors

import "context"

// Adapter verifies the instructions of one vendor.
type Adapter interface {
	// Verify asks whether the instruction exists. An error is a *PersistentError or
	// an *UnavailableError.
	Verify(ctx context.Context, r Request) (Details, error)
}

// Request names an instruction.
type Request struct {
	Reference         string // the vendor's identifier of the instruction
	Type              string // CARD, DIRECT_DEBIT, BPAY, PAYMENT_SLIP or CUSTOM
	CustomerReference string // the vendor's identifier of the customer; may be empty
}

// The types of instruction that name a means of payment.
const (
	typeCard        = "CARD"
	typeDirectDebit = "DIRECT_DEBIT"
)

// Details are the values of a vendor's answer that are kept. Any of them may be empty.
type Details struct {
	Brand    string // of the card, or the debit scheme; at most 32 characters
	LastFour string // four digits, of the card or the bank account
	Expiry   string // MM/YYYY
	Status   string // in the vendor's words; at most 64 characters
}

// asker asks a vendor once, without a deadline of its own. Its errors need not be
// classified.
type asker interface {
	ask(ctx context.Context, c *call) (Details, error)
}

// call is one Verify.
type call struct {
	Request
	key     string // the Idempotency-Key, the same for all attempts
	attempt int    // the number of the attempt, from 1
}
