package documents

import (
	"net/http"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/openapi"
)

// The codes of what a store may say; a path that is none has CodeInvalidPath.
const (
	CodeMissing     = "path_does_not_exist_in_file_store"
	CodeUnavailable = "document_store_unavailable"
)

// missing is the detail of CodeMissing. The path may have a customer's name in it
// and stays where it is; its root, which is the likelier mistake, is shown.
func missing(root string) string {
	if root == "" {
		return "There is no document at this path of the document store: put it there first, or correct the path."
	}
	return "There is no document at this path below the supplier's document root, " + fault.Shown(root) + ": put it there first, or correct the path."
}

// Unavailable is the refusal of a request whose documents could not be verified.
// Nothing of it was stored.
func Unavailable(cause error) *fault.Error {
	e := fault.New(http.StatusServiceUnavailable, CodeUnavailable,
		"The documents cannot be verified at the moment, so nothing was stored: send the request again later.")
	e.RetryAfter = 10 * time.Second
	e.Cause = cause
	return e
}

// UnavailableResponse is Unavailable in the published document.
func UnavailableResponse() openapi.Response {
	r := openapi.Error(http.StatusServiceUnavailable, "The documents cannot be verified at the moment; nothing was stored.", CodeUnavailable)
	r.RetryAfter = true
	return r
}
