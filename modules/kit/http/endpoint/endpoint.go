// Package endpoint is the path of every request of the interface: authorise, read,
// decode, validate, execute, encode. It is the only place that writes errors, so that all
// errors have one shape. A handler gets a finished [Call] and returns a [Reply] or an
// error.
package endpoint

import (
	"cmp"
	"io"
	"net/http"
	"time"

	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/admission"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/ops/tracing"
)

// Access is who may call an endpoint.
type Access int

// The kinds of access.
const (
	Open  Access = iota // anyone, without a token
	Read                // any API client
	Write               // API clients that are not read-only
)

// Endpoint is one method of one path.
type Endpoint struct {
	Method string
	// Path has no slash at its end and names its parameters in braces. It is
	// served with and without that slash.
	Path      string
	Access    Access
	Step      string // what a call does to one account; empty where it is about none
	Handle    Handle
	Operation openapi.Operation // its part of the published document
}

// Handle does what an endpoint is for. An error that is not a *fault.Error is
// logged, and reaches the client as internal_error without its text.
type Handle func(*Call) (Reply, error)

// The steps of an account's way. The others are the kinds of data, as "notes".
const (
	Validate = "validate"
	Stage    = "stage"
	Process  = "process"
)

// Page is a handler for people rather than programs, of the interface's document
// for example. It answers errors itself.
type Page struct {
	Pattern string // as http.ServeMux takes it
	Handler http.Handler
}

// Call is one request that may be answered.
type Call struct {
	Request  *http.Request
	Client   *settings.Client // nil on open endpoints
	Settings *settings.Snapshot
	Body     []byte // of a POST; must not be kept when the handler has returned
	Now      time.Time
	Limits   payload.Limits
	// Subject is the account that the call is about, as far as the handler found out.
	Subject Subject
	// asked is the supplier that a handler asked for last.
	asked *settings.Supplier
	// ticket is the admission of the call; nil in a test that calls a handler itself.
	ticket *admission.Ticket
}

// Subject is an account; its supplier is nil where the client may not use it.
type Subject struct {
	Supplier              *settings.Supplier
	ExternalAccountNumber string
}

// Supplier is the supplier of a code, if the client was granted it.
func (c *Call) Supplier(code string) *settings.Supplier {
	supplier := c.Settings.SupplierFor(c.Client, code)
	if supplier != nil {
		c.asked = supplier
	}
	return supplier
}

// supplierCode is the code of the supplier that the call is about, empty where there
// is none that the client may use.
func (c *Call) supplierCode() string {
	if supplier := cmp.Or(c.Subject.Supplier, c.asked); supplier != nil {
		return supplier.Code
	}
	return ""
}

// WaitOutside runs wait, which waits for a payment vendor or a document store. The call
// releases its admission during that time, so that it delays no other request of its
// client; see [admission.Ticket.ReleaseWhile]. The error is the error of wait.
func (c *Call) WaitOutside(wait func() error) error {
	if c.ticket == nil {
		return wait()
	}
	return c.ticket.ReleaseWhile(wait)
}

// Span begins a span, which lasts until end is called; what uses the call's request in
// between stands below it.
func (c *Call) Span(name string) (end func(failed bool)) {
	ctx, s := tracing.Start(c.Request.Context(), name)
	if s == (tracing.Span{}) {
		return func(bool) {}
	}
	before := c.Request
	c.Request = before.WithContext(ctx)
	return func(failed bool) {
		c.Request = before
		s.End(failed)
	}
}

// Reply is a successful answer.
type Reply struct {
	Status int
	Body   any // encoded as JSON; a jsontext.Value as it is
	// Stream writes the JSON body bit by bit, in place of Body. An error ends the
	// connection, so that nobody takes half an answer for a whole one.
	Stream func(io.Writer) error
}
