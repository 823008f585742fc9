package vendors

import (
	"errors"
	"net/http"
	"time"

	"dataimport/modules/kit/domain/catalogue"
)

// RuleNotFound refuses an instruction that the vendor does not know.
var RuleNotFound = catalogue.Rule{
	Code: "payment_instruction_not_found", Area: catalogue.Vendors, Statuses: []int{http.StatusBadRequest},
	Meaning: "The payment vendor knows no instruction by this reference.",
	Remedy:  "Correct the reference, or have the customer set up another instruction; the same request would be refused again.",
}

// RuleMismatch refuses an instruction that the vendor knows as another type or of another
// customer.
var RuleMismatch = catalogue.Rule{
	Code: "payment_instruction_mismatch", Area: catalogue.Vendors, Statuses: []int{http.StatusBadRequest},
	Meaning: "The payment vendor knows the reference, but for another type of instruction or another customer.",
	Remedy:  "Correct the type or the reference.",
}

// RuleRefused refuses an instruction about which the vendor refuses to answer.
var RuleRefused = catalogue.Rule{
	Code: "payment_vendor_refused_request", Area: catalogue.Vendors, Statuses: []int{http.StatusBadRequest},
	Meaning: "The payment vendor refuses to answer about this instruction.",
	Remedy:  "Ask the vendor why; the same request would be refused again.",
}

// RuleCredentials refuses an instruction for whose vendor the service has no valid credentials.
var RuleCredentials = catalogue.Rule{
	Code: "payment_vendor_refused_credentials", Area: catalogue.Vendors, Statuses: []int{http.StatusBadRequest},
	Meaning: "The payment vendor refuses the credentials that the operator has set for it.",
	Remedy:  "Ask the operator to renew them, and send the same request again then.",
}

// RuleUnreachable refuses an instruction for whose vendor the service has no working address.
var RuleUnreachable = catalogue.Rule{
	Code: "payment_vendor_not_reachable", Area: catalogue.Vendors, Statuses: []int{http.StatusBadRequest},
	Meaning: "The address that the operator has set for the payment vendor leads nowhere.",
	Remedy:  "Ask the operator to correct it, and send the same request again then.",
}

// Rules lists the rules that a persistent error names.
var Rules = []catalogue.Rule{RuleNotFound, RuleMismatch, RuleRefused, RuleCredentials, RuleUnreachable}

// details tell clients what a code means and who can correct the fault.
var details = map[string]string{
	RuleNotFound.Code:    "The payment vendor knows no instruction by this reference.",
	RuleMismatch.Code:    "The payment vendor knows this reference, but for another type of instruction or another customer.",
	RuleCredentials.Code: "The payment vendor refuses the service's credentials: its operators must renew them before this instruction can be imported.",
	RuleRefused.Code:     "The payment vendor refuses to answer about this instruction, and would refuse again.",
	RuleUnreachable.Code: "The payment vendor's address leads nowhere: the service's operators must correct it before this instruction can be imported.",
}

// PersistentError says that the vendor would give the same answer to the same request
// again.
type PersistentError struct {
	Code   string // the code of one of [Rules]
	Detail string // for a person
	Cause  error  // for the log only; may be nil
}

func persistent(code string, cause error) error {
	return &PersistentError{Code: code, Detail: details[code], Cause: cause}
}

func (e *PersistentError) Error() string { return withCause(e.Code, e.Cause) }

// Unwrap returns the private cause.
func (e *PersistentError) Unwrap() error { return e.Cause }

// ErrUnavailable matches every UnavailableError in errors.Is.
var ErrUnavailable = errors.New("vendors: the vendor cannot be asked now")

// UnavailableError says that the vendor could not be asked this time. The same request
// may succeed later.
type UnavailableError struct {
	RetryAfter time.Duration // the pause that the vendor asks for; zero where it names none
	Cause      error         // for the log only
}

func (e *UnavailableError) Error() string { return withCause(ErrUnavailable.Error(), e.Cause) }

// Unwrap returns the private cause.
func (e *UnavailableError) Unwrap() error { return e.Cause }

// Is makes errors.Is match every UnavailableError with ErrUnavailable.
func (e *UnavailableError) Is(target error) bool { return target == ErrUnavailable }

func withCause(text string, cause error) string {
	if cause == nil {
		return text
	}
	return text + ": " + cause.Error()
}
