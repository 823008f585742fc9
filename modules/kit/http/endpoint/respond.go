package endpoint

import (
	"bufio"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/admission"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

// errorBody is every error's JSON form, but for those that the contract names.
type errorBody struct {
	Detail    string     `json:"detail"`
	Code      string     `json:"code"`
	Errors    fault.List `json:"errors"`
	RequestID string     `json:"request_id,omitzero"`
}

func (s *Server) write(x *exchange, r *http.Request, reply Reply) {
	if reply.Stream != nil {
		s.stream(x, r, reply)
		return
	}
	body, err := payload.Encode(reply.Body)
	if err != nil {
		s.fail(x, fmt.Errorf("encode the answer: %w", err))
		return
	}
	send(x, reply.Status, body)
}

func send(w http.ResponseWriter, status int, body []byte) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that has gone has no answer to miss
}

func (s *Server) stream(x *exchange, r *http.Request, reply Reply) {
	header := x.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	started := &startedWriter{w: x, status: reply.Status, control: http.NewResponseController(x)}
	buffered := bufio.NewWriterSize(started, 32<<10)
	err := reply.Stream(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	switch {
	case err == nil:
	case !started.started:
		s.fail(x, err)
	default:
		if r.Context().Err() == nil {
			x.broken, x.outcome.Code, x.err = true, fault.InternalError, fmt.Errorf("the answer broke off: %w", err)
		}
		panic(http.ErrAbortHandler)
	}
}

// startedWriter sends the status with the first bytes, so that what fails before
// them can still be answered as an error. A long list may take longer to read than
// any single answer may, but whoever takes nothing at all is not waited for.
type startedWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
	status  int
	started bool
}

// patience is how long a client may take for a part of a list, of 32 KiB.
const patience = 30 * time.Second

func (s *startedWriter) Write(p []byte) (int, error) {
	if !s.started {
		s.started = true
		s.w.WriteHeader(s.status)
	}
	_ = s.control.SetWriteDeadline(time.Now().Add(patience)) // which a test's may not have
	return s.w.Write(p)
}

// fail writes an error.
func (s *Server) fail(x *exchange, err error) {
	e, cause := public(x.outcome.RequestID, err)
	x.failed(e, cause)
	header := x.Header()
	for name, values := range e.Header {
		header[name] = values
	}
	if e.RetryAfter > 0 {
		header.Set("Retry-After", strconv.Itoa(int(math.Ceil(e.RetryAfter.Seconds()))))
	}
	body, encodeErr := payload.Encode(e.Body)
	if encodeErr != nil {
		s.Log.Error("an error could not be written", slog.Any("error", encodeErr))
		body = []byte(`{"detail":"Something went wrong on our side.","code":"internal_error","errors":[]}`)
	}
	send(x, e.Status, body)
}

// public is what a client may know of an error, with its body, and what only the log
// may.
func public(requestID string, err error) (known *fault.Error, cause error) {
	known = said(err)
	if known == nil {
		return internal(requestID), err
	}
	if known.Status >= http.StatusInternalServerError {
		cause = known.Cause
	}
	if known.Body == nil {
		e := *known
		e.Body = errorBody{Detail: e.Detail, Code: e.Code, Errors: emptyNotNull(e.Faults)}
		return &e, cause
	}
	return known, cause
}

// said is an error in words for the client; nil for one that is ours to look into.
func said(err error) *fault.Error {
	var known *fault.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, admission.ErrThrottled):
		known = fault.New(http.StatusTooManyRequests, fault.Throttled, "Too many requests are waiting: send this one again later, and fewer at once.")
		known.RetryAfter = 2 * time.Second
	case errors.Is(err, writer.ErrBusy):
		known = fault.New(http.StatusTooManyRequests, fault.Throttled, "Too much is waiting to be written: send the request again later.")
		known.RetryAfter = 2 * time.Second
	case errors.Is(err, writer.ErrClosed), errors.Is(err, admission.ErrDraining):
		known = shuttingDown()
	case errors.Is(err, writer.ErrStorage):
		known = fault.New(http.StatusServiceUnavailable, fault.StorageUnavailable,
			"The service cannot store anything at the moment, and stored nothing of this request: send it again later.")
		known.RetryAfter, known.Cause = 10*time.Second, err
	case database.ClassifyError(err) != database.NoStorageError: // of a question, or on the way to a write
		known = fault.New(http.StatusServiceUnavailable, fault.StorageUnavailable,
			"The service cannot reach what it has stored at the moment: send the request again later.")
		known.RetryAfter, known.Cause = 10*time.Second, err
	}
	return known
}

func shuttingDown() *fault.Error {
	e := fault.New(http.StatusServiceUnavailable, fault.ShuttingDown, "The service is stopping: send the request again soon.")
	e.RetryAfter, e.Header = 5*time.Second, http.Header{"Connection": {"close"}}
	return e
}

func emptyNotNull(l fault.List) fault.List {
	if l == nil {
		return fault.List{}
	}
	return l
}

// internal is all that a client is told of an error that is ours: the log has more
// under the id of the request.
func internal(requestID string) *fault.Error {
	const detail = "Something went wrong on our side. Sending the same request again does no harm; quote the request_id if it stays so."
	e := fault.New(http.StatusInternalServerError, fault.InternalError, detail)
	e.Body = errorBody{Detail: detail, Code: e.Code, Errors: fault.List{}, RequestID: requestID}
	return e
}

func (s *Server) panicked(x *exchange, p any) {
	if p == http.ErrAbortHandler {
		panic(p)
	}
	s.fail(x, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
}
