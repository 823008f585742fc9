package endpoint

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"time"

	"dataimport/modules/kit/domain/fault"
)

// responseRecorder is the ResponseWriter of all handlers. It records the outcome of a
// request for the log and for the observer.
type responseRecorder struct {
	http.ResponseWriter
	began      time.Time
	operation  string
	observer   RequestObserver // nil until a handler is found
	ctx        context.Context
	call       *Call     // nil where no endpoint was called
	cause      error     // of a failure, for the log alone
	aborted    bool      // the answer was not sent whole
	outcome    Outcome   // as far as it is known
	requestIDs [1]string // the values of the header
}

// newResponseRecorder begins to record a request, and gives it its id.
func newResponseRecorder(w http.ResponseWriter, r *http.Request) *responseRecorder {
	recorder := &responseRecorder{ResponseWriter: w, began: time.Now(), ctx: r.Context(), operation: UnknownOperation}
	recorder.outcome = Outcome{RequestID: requestID(r), Method: r.Method, Received: -1}
	recorder.requestIDs[0] = recorder.outcome.RequestID
	w.Header()[RequestIDHeader] = recorder.requestIDs[:]
	return recorder
}

// Unwrap lets http.ResponseController reach the connection.
func (w *responseRecorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush sends what is written so far. Pages with live updates need it.
func (w *responseRecorder) Flush() { _ = w.FlushError() }

// FlushError sends what is written so far, as [http.ResponseController] does.
func (w *responseRecorder) FlushError() error {
	control := http.NewResponseController(w.ResponseWriter)
	defer limitPart(control)()
	return control.Flush()
}

// WriteHeader records the status and sends the header.
func (w *responseRecorder) WriteHeader(status int) {
	if w.outcome.Status == 0 && status >= http.StatusOK {
		w.outcome.Status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

const (
	// partSize is how many bytes of an answer a client must take within partTimeout. An
	// answer that is not read holds its memory no longer.
	partSize    = 128 << 10
	partTimeout = 10 * time.Second
	// lastTimeout is the time for what the server has not sent when a handler returns, which
	// is less than a page of memory.
	lastTimeout = 5 * time.Minute
	// largePart is the size of a part for which a call releases its admission. A smaller one
	// fits into the buffers of a connection.
	largePart = 32 << 10
)

// limitPart limits the time for a part of an answer until done is called. The connection
// of a test may have no deadlines.
func limitPart(control *http.ResponseController) (done func()) {
	_ = control.SetWriteDeadline(time.Now().Add(partTimeout))
	return func() { _ = control.SetWriteDeadline(time.Now().Add(lastTimeout)) }
}

// Write counts and sends bytes of the body. It fails where the client takes them too
// slowly.
func (w *responseRecorder) Write(p []byte) (n int, err error) {
	if w.outcome.Status == 0 {
		w.outcome.Status = http.StatusOK
	}
	if w.call == nil || len(p) < largePart {
		return w.writeParts(p)
	}
	_ = w.call.WaitOutside(func() error {
		n, err = w.writeParts(p)
		return nil
	})
	return n, err
}

func (w *responseRecorder) writeParts(p []byte) (n int, err error) {
	control := http.NewResponseController(w.ResponseWriter)
	defer func() { w.outcome.Sent += int64(n) }()
	for first := true; first || len(p) > n && err == nil; first = false {
		var sent int
		done := limitPart(control)
		sent, err = w.ResponseWriter.Write(p[n:min(len(p), n+partSize)])
		done()
		n += sent
	}
	return n, err
}

// recordError records the error of an answer, and its private cause.
func (w *responseRecorder) recordError(e *fault.Error, cause error) {
	w.outcome.Code, w.outcome.Faults, w.cause = e.Code, e.Faults, cause
}

// finish completes the outcome of a request, and gives it to the observer and the log.
func (s *Server) finish(w *responseRecorder) {
	o := &w.outcome
	o.Took = time.Since(w.began)
	if o.Status == 0 {
		o.Status = http.StatusOK // an answer without a body
	}
	if c := w.call; c != nil {
		if c.Client != nil {
			o.Client = c.Client.ID
		}
		if supplier := cmp.Or(c.Subject.Supplier, c.requested); supplier != nil {
			o.Supplier = supplier.Code
		}
	}
	if w.observer != nil {
		w.observer.End(w.ctx, o)
	}
	s.log(w)
}

// log writes the line of a request: names of the service, numbers and the supplier's
// code. It writes no address, no parameter, no body and no account number.
func (s *Server) log(w *responseRecorder) {
	o := &w.outcome
	level, message := slog.LevelDebug, "a request was served"
	switch {
	case w.aborted || o.Code == fault.InternalError:
		level, message = slog.LevelError, "a request failed"
	case o.Status >= http.StatusInternalServerError:
		level, message = slog.LevelWarn, "a request could not be served"
	case o.Status >= http.StatusBadRequest:
		level, message = slog.LevelInfo, "a request was refused"
	}
	if !s.Log.Enabled(w.ctx, level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("request_id", o.RequestID), slog.String("operation", w.operation), slog.Int("status", o.Status),
		slog.String("code", o.Code), slog.Int("faults", len(o.Faults)), slog.String("client", o.Client), slog.String("supplier", o.Supplier),
		slog.Float64("seconds", o.Took.Seconds()), slog.Int("received", max(o.Received, 0)), slog.Int64("sent", o.Sent),
	}
	if w.cause != nil {
		attrs = append(attrs, slog.Any("error", w.cause))
	}
	s.Log.LogAttrs(w.ctx, level, message, attrs...)
}
