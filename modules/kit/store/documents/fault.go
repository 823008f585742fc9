package documents

import (
	"net/http"
	"time"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// RuleMissing is broken by a path at which the store has no document. Each kind that
// names documents lists it with an example of its own.
var RuleMissing = catalogue.Rule{
	Code: "path_does_not_exist_in_file_store", Area: catalogue.Documents,
	Meaning: "There is no document at this path below the supplier's document root, or the supplier has no document root of its own.",
	Remedy:  "Upload the document first, or correct the path; the operator sets the root, and can switch this check off for a supplier whose documents come later.",
}

// missing is the detail of RuleMissing. It does not show the path, which may hold a
// customer's name. It shows the root, because a wrong root is the likelier mistake.
func missing(root string) string {
	if root == "" {
		return "The supplier has no document root of its own, so none of its documents is found: ask the operator to set one."
	}
	return "There is no document at this path below the supplier's document root, " + fault.Shown(root) + ": put it there first, or correct the path."
}

// RuleUnavailable refuses a request whose documents cannot be looked up.
var RuleUnavailable = catalogue.Rule{
	Code: "document_store_unavailable", Area: catalogue.Documents, Statuses: []int{http.StatusServiceUnavailable},
	Meaning: "The document store does not answer, so that the documents could not be looked up; nothing was stored.",
	Remedy:  "Send the same request again after the seconds that the header Retry-After names.",
}

// Unavailable is the refusal of a request whose documents could not be verified. The
// request stored nothing.
func Unavailable(cause error) *fault.Error {
	e := fault.New(http.StatusServiceUnavailable, RuleUnavailable.Code,
		"The documents cannot be verified at the moment, so nothing was stored: send the request again later.")
	e.RetryAfter = 10 * time.Second
	e.Cause = cause
	return e
}
