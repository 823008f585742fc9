package endpoint

import (
	"net/http"
	"net/url"
	"time"

	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/admission"
	"dataimport/modules/kit/http/tracing"
	"dataimport/modules/kit/store/accountevents"
)

// Call is one request that a handler answers.
type Call struct {
	Request  *http.Request
	Client   *settings.Client // nil on open endpoints
	Settings *settings.Snapshot
	Body     []byte // of a POST; must not be kept when the handler has returned
	Now      time.Time
	Limits   payload.Limits
	// Subject is the account that the call is about, as far as the handler found out.
	Subject Subject
	// Recorded says that the handler has recorded the event of the answer.
	Recorded bool
	// requested is the supplier that the handler asked for last.
	requested *settings.Supplier
	// ticket is the admission of the call; nil in a test that calls a handler itself.
	ticket *admission.Ticket
}

// Subject is an account; its supplier is nil where the client may not use it.
type Subject struct {
	Supplier              *settings.Supplier
	ExternalAccountNumber string
}

// Supplier returns the supplier of a code. It returns nil where there is none, and where
// the client was not granted it.
func (c *Call) Supplier(code string) *settings.Supplier {
	supplier := c.Settings.SupplierFor(c.Client, code)
	if supplier != nil {
		c.requested = supplier
	}
	return supplier
}

// Answer returns the answer to a call with a step, as the record of events takes it. err is
// the error of the handler.
func (c *Call) Answer(step string, err error) *accountevents.Answer {
	if known := KnownError(err); known != nil {
		err = known
	}
	a := &accountevents.Answer{ExternalAccountNumber: c.Subject.ExternalAccountNumber, Step: step, At: c.Now, Err: err}
	if c.Subject.Supplier != nil {
		a.SupplierID = c.Subject.Supplier.ID
	}
	if c.Client != nil {
		a.ClientID = c.Client.ID
	}
	return a
}

// Part returns a call about a part of this call's body, as if a client had sent the part
// alone and without parameters. Parts may be handled at the same time.
func (c *Call) Part(body []byte) *Call {
	part := *c
	part.Request = c.Request.WithContext(c.Request.Context())
	part.Request.URL = &url.URL{Path: c.Request.URL.Path}
	part.Body, part.Subject, part.requested, part.ticket = body, Subject{}, nil, nil
	return &part
}

// Parallel returns how many parts of the call may be handled at this moment, 1 at least; see
// [admission.Ticket.Parallel].
func (c *Call) Parallel() int {
	if c.ticket == nil {
		return 1
	}
	return c.ticket.Parallel()
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

// Span begins a span, which lasts until end is called. Spans that use the call's request
// before that are its children.
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
