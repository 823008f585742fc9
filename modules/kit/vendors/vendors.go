// Package vendors asks payment vendors about payment instructions: whether one exists,
// and what may be known of it.
//
// A vendor is a record that operators edit; it names an adapter, which speaks the
// vendor's language. Every adapter answers in one of three ways: details, a
// [PersistentError] (asking again is no use) or an [UnavailableError] (it may be).
// Whatever says nothing about the instruction itself is of the second kind, so that no
// instruction is given up for a bad day of the network. One Verify ends within one
// deadline, however often it asks inside.
//
// No card number leaves this package, whatever a vendor answers. The README says what
// a vendor has to serve for the http adapter, and what the sandbox answers.
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
	Reference         string // by which the vendor knows it
	Type              string // CARD, DIRECT_DEBIT, BPAY, PAYMENT_SLIP or CUSTOM
	CustomerReference string // by which the vendor knows the customer; may be empty
}

// The types of instruction that say by which means is paid.
const (
	typeCard        = "CARD"
	typeDirectDebit = "DIRECT_DEBIT"
)

// Details is what a vendor tells about an instruction. Any of them may be empty.
type Details struct {
	Brand    string // of the card, or the debit scheme; at most 32 characters
	LastFour string // four digits, of the card or the bank account
	Expiry   string // MM/YYYY
	Status   string // as the vendor puts it; at most 64 characters
}

// asker asks a vendor once, without a deadline of its own. Its errors need not be
// classified.
type asker interface {
	ask(ctx context.Context, c *call) (Details, error)
}

// call is one Verify.
type call struct {
	Request
	key     string // the same for all attempts
	attempt int    // from 1
}
