package endpoint

import (
	"context"
	"net/http"
	"time"

	"dataimport/modules/kit/domain/fault"
)

// What a watcher calls requests that reach no endpoint.
const (
	PageOperation    = "page"    // for people, and whatever else is a Page
	UnknownOperation = "unknown" // no such address, or not for this method
)

// Watcher follows the requests of one operation. Its methods are called side by side.
type Watcher interface {
	// Begin is called first. The request that it returns is the one that is served:
	// it may carry more in its context.
	Begin(r *http.Request) *http.Request
	// End is called once the request is answered, with the context of that request.
	End(ctx context.Context, o *Outcome)
}

// Outcome is what became of a request. It must not be kept.
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
	Took      time.Duration // from the first byte of the request that we saw
}

// unwatched watches nothing.
type unwatched struct{}

func (unwatched) Begin(r *http.Request) *http.Request { return r }
func (unwatched) End(context.Context, *Outcome)       {}

func (s *Server) watcher(operation string) Watcher {
	if s.Watch == nil {
		return unwatched{}
	}
	return s.Watch(operation)
}
