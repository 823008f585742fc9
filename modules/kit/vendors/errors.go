package vendors

import (
	"errors"
	"time"
)

// Codes of persistent errors. They are stable: clients see them.
const (
	CodeNotFound    = "payment_instruction_not_found"
	CodeMismatch    = "payment_instruction_mismatch"
	CodeCredentials = "payment_vendor_refused_credentials"
	CodeRefused     = "payment_vendor_refused_request"
	CodeUnreachable = "payment_vendor_not_reachable"
)

// details say for clients what a code means and who can do something about it.
var details = map[string]string{
	CodeNotFound:    "The payment vendor knows no instruction by this reference.",
	CodeMismatch:    "The payment vendor knows this reference, but for another type of instruction or another customer.",
	CodeCredentials: "The payment vendor refuses the service's credentials: its operators must renew them before this instruction can be imported.",
	CodeRefused:     "The payment vendor refuses to answer about this instruction, and would refuse again.",
	CodeUnreachable: "The payment vendor's address leads nowhere: the service's operators must correct it before this instruction can be imported.",
}

// PersistentError says that the vendor would answer the same request in the same way
// again.
type PersistentError struct {
	Code   string // one of the codes above
	Detail string // for a person
	Cause  error  // for the log alone; may be nil
}

func persistent(code string, cause error) error {
	return &PersistentError{Code: code, Detail: details[code], Cause: cause}
}

func (e *PersistentError) Error() string { return withCause(e.Code, e.Cause) }

// Unwrap gives the private cause.
func (e *PersistentError) Unwrap() error { return e.Cause }

// ErrUnavailable is what every UnavailableError is.
var ErrUnavailable = errors.New("vendors: the vendor cannot be asked now")

// UnavailableError says that the vendor could not be asked this time: the same request
// may succeed later.
type UnavailableError struct {
	RetryAfter time.Duration // as the vendor wishes; zero where it does not say
	Cause      error         // for the log alone
}

func (e *UnavailableError) Error() string { return withCause(ErrUnavailable.Error(), e.Cause) }

// Unwrap gives the private cause.
func (e *UnavailableError) Unwrap() error { return e.Cause }

// Is makes every UnavailableError an ErrUnavailable.
func (e *UnavailableError) Is(target error) bool { return target == ErrUnavailable }

func withCause(text string, cause error) string {
	if cause == nil {
		return text
	}
	return text + ": " + cause.Error()
}
