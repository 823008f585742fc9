package endpoint

import (
	"context"
	"net/http"
	"time"

	"dataimport/modules/kit/domain/fault"
)

// The operations of requests that reach no endpoint.
const (
	PageOperation    = "page"    // a [Page]
	UnknownOperation = "unknown" // an unknown address, or a method that the address does not take
)

// RequestObserver follows the requests of one operation. Its methods are called
// concurrently.
type RequestObserver interface {
	// Begin is called first. The service serves the request that it returns, which may
	// carry more in its context.
	Begin(r *http.Request) *http.Request
	// End is called once the request is answered, with the context of that request. It
	// must not keep the outcome.
	End(ctx context.Context, o *Outcome)
}

// Outcome is the result of a request.
type Outcome struct {
	RequestID string
	Method    string // as the client wrote it
	Status    int
	Code      string        // of the error, empty where there is none
	Faults    fault.List    // that the answer names
	Client    string        // id of the API client, empty where there is none
	Supplier  string        // code of the supplier that the request was about, if it has one
	Received  int           // bytes of the body; -1 where none was read
	Sent      int64         // bytes of the answer's body
	Took      time.Duration // since the service received the header of the request
}

// noObserver observes nothing.
type noObserver struct{}

func (noObserver) Begin(r *http.Request) *http.Request { return r }
func (noObserver) End(context.Context, *Outcome)       {}
