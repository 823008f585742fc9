package endpoint

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"dataimport/modules/kit/fault"
	"dataimport/modules/kit/payload"
	"dataimport/modules/kit/writer"
)

// errorBody is every error's JSON form, but for those that the contract names.
type errorBody struct {
	Detail    string     `json:"detail"`
	Code      string     `json:"code"`
	Errors    fault.List `json:"errors"`
	RequestID string     `json:"request_id,omitzero"`
}

func readAll(r io.Reader, length int64, tooLarge *fault.Error) ([]byte, error) {
	var buffer bytes.Buffer
	if length > 0 {
		buffer.Grow(int(length) + bytes.MinRead)
	}
	_, err := buffer.ReadFrom(r)
	var limit *http.MaxBytesError
	switch {
	case errors.As(err, &limit):
		return nil, tooLarge
	case err != nil:
		e := fault.New(http.StatusBadRequest, fault.MalformedJSON, "The body did not arrive whole: send the request again.")
		e.Cause = err
		return nil, e
	}
	return buffer.Bytes(), nil
}

func (s *Server) write(w http.ResponseWriter, r *http.Request, reply Reply) {
	if reply.Stream != nil {
		s.stream(w, r, reply)
		return
	}
	body, err := payload.Encode(reply.Body)
	if err != nil {
		s.fail(w, r, fmt.Errorf("encode the answer: %w", err))
		return
	}
	send(w, reply.Status, body)
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

func (s *Server) stream(w http.ResponseWriter, r *http.Request, reply Reply) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	// A long list may take longer to read than any single answer may.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Time{})
	started := &startedWriter{w: w, status: reply.Status}
	buffered := bufio.NewWriterSize(started, 32<<10)
	err := reply.Stream(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	switch {
	case err == nil:
	case !started.started:
		s.fail(w, r, err)
	default:
		if r.Context().Err() == nil {
			s.Log.Error("an answer broke off", slog.String("route", r.Pattern), slog.Any("error", err))
		}
		panic(http.ErrAbortHandler)
	}
}

// startedWriter sends the status with the first bytes, so that what fails before
// them can still be answered as an error.
type startedWriter struct {
	w       http.ResponseWriter
	status  int
	started bool
}

func (s *startedWriter) Write(p []byte) (int, error) {
	if !s.started {
		s.started = true
		s.w.WriteHeader(s.status)
	}
	return s.w.Write(p)
}

// fail writes an error.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	e := s.public(r, err)
	header := w.Header()
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
	send(w, e.Status, body)
}

// public is what a client may know of an error, with its body.
func (s *Server) public(r *http.Request, err error) *fault.Error {
	var known *fault.Error
	switch {
	case errors.As(err, &known):
		if known.Status >= http.StatusInternalServerError {
			s.Log.Warn("a request could not be served", slog.String("route", r.Pattern), slog.String("code", known.Code), slog.Any("error", known.Cause))
		}
	case errors.Is(err, writer.ErrBusy):
		known = fault.New(http.StatusTooManyRequests, fault.Throttled, "Too much is waiting to be written: send the request again later.")
		known.RetryAfter = 2 * time.Second
	case errors.Is(err, writer.ErrClosed):
		known = fault.New(http.StatusServiceUnavailable, fault.ServiceUnavailable, "The service is stopping: send the request again soon.")
		known.RetryAfter = 5 * time.Second
	default:
		return s.internal(r, err)
	}
	if known.Body == nil {
		e := *known
		e.Body = errorBody{Detail: e.Detail, Code: e.Code, Errors: emptyNotNull(e.Faults)}
		return &e
	}
	return known
}

func emptyNotNull(l fault.List) fault.List {
	if l == nil {
		return fault.List{}
	}
	return l
}

// internal logs an error that is ours, under an id that the client is told.
func (s *Server) internal(r *http.Request, err error) *fault.Error {
	id := rand.Text()
	s.Log.Error("a request failed", slog.String("request_id", id), slog.String("method", r.Method),
		slog.String("route", r.Pattern), slog.Any("error", err))
	const detail = "Something went wrong on our side. Sending the same request again does no harm; quote the request_id if it stays so."
	e := fault.New(http.StatusInternalServerError, fault.InternalError, detail)
	e.Body = errorBody{Detail: detail, Code: e.Code, Errors: fault.List{}, RequestID: id}
	return e
}

func (s *Server) panicked(w http.ResponseWriter, r *http.Request, p any) {
	if p == http.ErrAbortHandler {
		panic(p)
	}
	s.fail(w, r, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
}
