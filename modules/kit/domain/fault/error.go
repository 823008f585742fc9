package fault

import (
	"net/http"
	"time"
)

// Codes of whole requests that more than one module raises. The codes of a single module
// are in that module.
const (
	AccountFailedValidation = "account_failed_validation"
	RequestFailedValidation = "request_failed_validation"
	MalformedJSON           = "malformed_json"
	NestedTooDeeply         = "nested_too_deeply"
	MoreFaults              = "more_faults"
	AccountNotFound         = "account_not_found"
	AccountAlreadyImported  = "account_already_imported"
	AccountMarkedAsSkipped  = "account_marked_as_skipped"
	SupplierNotFound        = "import_supplier_not_found"
	SupplierMismatch        = "import_supplier_mismatch"
	SupplierNotOngoing      = "import_supplier_migration_not_ongoing"
	NumberRepeatedInBook    = "account_number_repeated_in_book" // of commands: no answer has it
	RunInUse                = "run_in_use"
	ProcessDoesNotExist     = "import_process_does_not_exist"
	ProcessInProgress       = "import_process_in_progress"
	DryRunRolledBack        = "dry_run_rolled_back"
	TeamDoesNotExist        = "operations_team_name_does_not_exist"
	NotAuthenticated        = "not_authenticated"
	PermissionDenied        = "permission_denied"
	NotFound                = "not_found"
	MethodNotAllowed        = "method_not_allowed"
	PayloadTooLarge         = "payload_too_large"
	UnsupportedMediaType    = "unsupported_media_type"
	ConcurrencyLimitReached = "concurrency_limit_reached"
	Throttled               = "throttled"
	RequestTimeout          = "request_timeout"
	InternalError           = "internal_error"
	StorageUnavailable      = "storage_unavailable"
	ShuttingDown            = "shutting_down"
)

// Error is a request that was refused or failed. Only this type of error reaches a client
// with its own words. Any other error becomes internal_error.
type Error struct {
	Status     int           // HTTP status
	Code       string        // never changes
	Detail     string        // for a person: what is wrong and what to do
	Faults     List          // the payload's faults, if any
	RetryAfter time.Duration // sent as Retry-After where it is not zero
	Header     http.Header   // further response headers, for example Allow
	Body       any           // replaces the standard body where the contract defines another
	Cause      error         // for the log only
}

// New returns an error without faults.
func New(status int, code, detail string) *Error {
	return &Error{Status: status, Code: code, Detail: detail}
}

// Refused returns a 400 with one fault at attr, which has the same code.
func Refused(code, attr, detail string) *Error {
	return &Error{
		Status: http.StatusBadRequest, Code: code, Detail: detail,
		Faults: List{{Detail: detail, Code: code, Attr: attr}},
	}
}

// Invalid returns the 400 of a payload with faults, or nil where there are none.
func Invalid(code string, faults List) error {
	if len(faults) == 0 {
		return nil
	}
	return &Error{Status: http.StatusBadRequest, Code: code, Detail: invalidDetail(faults), Faults: faults}
}

func invalidDetail(faults List) string {
	switch {
	case len(faults) == 1:
		return "The payload has a fault; it is named in errors. Nothing was stored."
	case faults.Has(MoreFaults):
		return "The payload has very many faults; errors names the first of them. Nothing was stored."
	}
	return "The payload has several faults; each is named in errors. Nothing was stored."
}

func (e *Error) Error() string {
	return e.Code + ": " + e.Detail
}

// Unwrap returns the private cause.
func (e *Error) Unwrap() error {
	return e.Cause
}

// named are the codes that become the code of the whole request when the payload has no
// other fault.
var named = map[string]bool{
	AccountNotFound: true, AccountAlreadyImported: true, AccountMarkedAsSkipped: true,
	SupplierNotFound: true, SupplierNotOngoing: true,
	ProcessDoesNotExist: true, ProcessInProgress: true, TeamDoesNotExist: true,
}

// InvalidRequest returns the 400 of a payload that is not an account, or nil where there
// are no faults. Where all faults have codes of whole requests, the first code is that of
// the request.
func InvalidRequest(faults List) error {
	for _, f := range faults {
		if !named[f.Code] {
			return Invalid(RequestFailedValidation, faults)
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return &Error{Status: http.StatusBadRequest, Code: faults[0].Code, Detail: faults[0].Detail, Faults: faults}
}
