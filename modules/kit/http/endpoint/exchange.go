package endpoint

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"time"

	"dataimport/modules/kit/domain/fault"
)

// RequestIDHeader carries the id of a request: the client's own, where it sends one
// that is well formed, and in any case ours to it.
const RequestIDHeader = "X-Request-Id"

// maxRequestID is how long an id of a client's may be.
const maxRequestID = 128

// exchange is a request and what becomes of it, for its log line and its watcher. It
// is the ResponseWriter of all handlers.
type exchange struct {
	http.ResponseWriter
	began     time.Time
	operation string
	watcher   Watcher // nil until a handler is found
	ctx       context.Context
	call      *Call     // nil where no endpoint was called
	err       error     // for the log alone
	broken    bool      // the answer broke off
	outcome   Outcome   // what is known of it so far
	ids       [1]string // the header's value
}

// Unwrap is what http.ResponseController asks for.
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// Flush sends what is written so far: pages that stay open live on it.
func (x *exchange) Flush() { _ = http.NewResponseController(x.ResponseWriter).Flush() }

// WriteHeader notes the status.
func (x *exchange) WriteHeader(status int) {
	if x.outcome.Status == 0 && status >= http.StatusOK {
		x.outcome.Status = status
	}
	x.ResponseWriter.WriteHeader(status)
}

// Write counts what is sent.
func (x *exchange) Write(p []byte) (int, error) {
	if x.outcome.Status == 0 {
		x.outcome.Status = http.StatusOK
	}
	n, err := x.ResponseWriter.Write(p)
	x.outcome.Sent += int64(n)
	return n, err
}

// begin gives the request its id.
func begin(w http.ResponseWriter, r *http.Request) *exchange {
	x := &exchange{ResponseWriter: w, began: time.Now(), ctx: r.Context(), operation: UnknownOperation}
	x.outcome = Outcome{RequestID: requestID(r), Method: r.Method, Received: -1}
	x.ids[0] = x.outcome.RequestID
	w.Header()[RequestIDHeader] = x.ids[:]
	return x
}

// as says which operation the request is of, and gives the request to serve.
func (x *exchange) as(operation string, watcher Watcher, r *http.Request) *http.Request {
	x.operation, x.watcher = operation, watcher
	r = watcher.Begin(r)
	x.ctx = r.Context()
	return r
}

// failed notes the error of an answer, and its private cause.
func (x *exchange) failed(e *fault.Error, cause error) {
	x.outcome.Code, x.outcome.Faults, x.err = e.Code, e.Faults, cause
}

// watched has the watcher of an operation follow what next serves.
func (s *Server) watched(operation string, next func(x *exchange, r *http.Request)) http.Handler {
	watcher := s.watcher(operation)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := w.(*exchange) // of guard, through which every request comes
		next(x, x.as(operation, watcher, r))
	})
}

// finish tells the watcher and the log what became of the request.
func (s *Server) finish(x *exchange) {
	o := &x.outcome
	o.Took = time.Since(x.began)
	if o.Status == 0 {
		o.Status = http.StatusOK // an answer without a body
	}
	if c := x.call; c != nil {
		if c.Client != nil {
			o.Client = c.Client.ID
		}
		o.Supplier = c.supplierCode()
	}
	if x.watcher != nil {
		x.watcher.End(x.ctx, o)
	}
	s.log(x)
}

// log writes the line of a request: names of ours, numbers and the supplier's code.
// No address, no parameter, no body and no account number stands in it.
func (s *Server) log(x *exchange) {
	o := &x.outcome
	level, message := slog.LevelDebug, "a request was served"
	switch {
	case x.broken || o.Code == fault.InternalError:
		level, message = slog.LevelError, "a request failed"
	case o.Status >= http.StatusInternalServerError:
		level, message = slog.LevelWarn, "a request could not be served"
	case o.Status >= http.StatusBadRequest:
		level, message = slog.LevelInfo, "a request was refused"
	}
	if !s.Log.Enabled(x.ctx, level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("request_id", o.RequestID), slog.String("operation", x.operation), slog.Int("status", o.Status),
		slog.String("code", o.Code), slog.Int("faults", len(o.Faults)), slog.String("client", o.Client), slog.String("supplier", o.Supplier),
		slog.Float64("seconds", o.Took.Seconds()), slog.Int("received", max(o.Received, 0)), slog.Int64("sent", o.Sent),
	}
	if x.err != nil {
		attrs = append(attrs, slog.Any("error", x.err))
	}
	s.Log.LogAttrs(x.ctx, level, message, attrs...)
}

// requestID is the client's id of a request, or one of ours where that is missing or
// could be mistaken for something else in a log or a header.
func requestID(r *http.Request) string {
	given := r.Header[RequestIDHeader]
	if len(given) != 1 || given[0] == "" || len(given[0]) > maxRequestID {
		return rand.Text()
	}
	for i := range len(given[0]) {
		if !isIDByte(given[0][i]) {
			return rand.Text()
		}
	}
	return given[0]
}

func isIDByte(b byte) bool {
	switch {
	case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9':
		return true
	}
	return b == '-' || b == '_' || b == '.' || b == ':' || b == '=' || b == '+' || b == '/'
}
