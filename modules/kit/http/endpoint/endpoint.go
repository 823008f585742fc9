// Package endpoint serves every request of the interface in the same steps: it
// authorises the client, admits the request, reads the body, and decodes and validates
// it; then the handler executes, and the package encodes the answer. It is the only
// place that writes errors, so that all errors have one shape. A handler receives a
// finished [Call], and returns a [Reply] or an error.
package endpoint

import (
	"io"
	"net/http"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/http/openapi"
)

// Access says which clients may call an endpoint.
type Access int

// The kinds of access.
const (
	Open  Access = iota // anyone, without a token
	Read                // any API client
	Write               // API clients that are not read-only
)

// Rules describes the codes that any request may be answered with.
var Rules = []catalogue.Rule{
	ruleRequestFailedValidation, rulePermissionDenied, ruleNotFound, ruleMethodNotAllowed, rulePayloadTooLarge, ruleUnsupportedMediaType,
	ruleThrottled, ruleConcurrencyLimitReached, ruleRequestTimeout, ruleShuttingDown, ruleStorageUnavailable, ruleInternalError,
}

// Endpoint is one method of one path.
type Endpoint struct {
	Method string
	// Path has no slash at its end and names its parameters in braces. It is
	// served with and without that slash.
	Path   string
	Access Access
	// Step is what a call does to one account, as package accountevents names it; empty where
	// it is about none.
	Step      string
	Accepts   string // the media type of the body; empty for application/json
	Packed    bool   // whether the body may be compressed, by gzip or zstd
	MaxBody   int64  // bytes of a request's body, where that is less than for other endpoints; 0 where it is not
	Handle    Handle
	Operation openapi.Operation // its part of the published document
}

// Handle executes a call. An error that is not a *fault.Error is logged, and reaches
// the client as internal_error without its text.
type Handle func(*Call) (Reply, error)

// Page is a handler for people rather than programs, of the interface's document
// for example. It answers errors itself.
type Page struct {
	Pattern string // as http.ServeMux takes it
	Handler http.Handler
	// Unqueued reports whether the page waits for no admission: its answer is ready, or stays
	// open for long.
	Unqueued bool
}

// Reply is a successful answer.
type Reply struct {
	Status int
	Body   any // encoded as JSON; a jsontext.Value is sent as it is
	// Stream writes the body in parts, in place of Body. Its error ends the connection, so
	// that no client takes half an answer for a whole one.
	Stream      func(io.Writer) error
	ContentType string // of the Stream; empty for application/json
}
