package endpoint

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/admission"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

// errorBody is the JSON form of an error for which the contract names no other form.
type errorBody struct {
	Detail    string     `json:"detail"`
	Code      string     `json:"code"`
	Errors    fault.List `json:"errors"`
	RequestID string     `json:"request_id,omitzero"`
}

// fail answers with an error.
func (s *Server) fail(w *responseRecorder, err error) {
	e, cause := publicError(w.outcome.RequestID, err)
	w.recordError(e, cause)
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
	sendJSON(w, e.Status, body)
}

// publicError is the part of an error that a client may know, with its body. cause is
// the part for the log alone.
func publicError(requestID string, err error) (known *fault.Error, cause error) {
	known = KnownError(err)
	if known == nil {
		return internalError(requestID), err
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

var ruleThrottled = catalogue.Rule{
	Code: fault.Throttled, Area: catalogue.Requests, Statuses: []int{http.StatusTooManyRequests},
	Meaning: "The client sends more at once than can be done in good time, or more in a second than the operator allows it; nothing of this request was done.",
	Remedy:  "Send the same request again after the seconds that the header Retry-After names, and fewer at once.",
}

var ruleConcurrencyLimitReached = catalogue.Rule{
	Code: fault.ConcurrencyLimitReached, Area: catalogue.Requests, Statuses: []int{http.StatusTooManyRequests},
	Meaning: "As many requests of the client as the operator allows at once are being answered, or as many accounts are being created; nothing of this request was done.",
	Remedy:  "Send the same request again after the seconds that the header Retry-After names, and fewer at once.",
}

var ruleShuttingDown = catalogue.Rule{
	Code: fault.ShuttingDown, Area: catalogue.Requests, Statuses: []int{http.StatusServiceUnavailable},
	Meaning: "The service is stopping, and finishes only what it had begun.",
	Remedy:  "Send the same request again after the seconds that the header Retry-After names.",
}

var ruleStorageUnavailable = catalogue.Rule{
	Code: fault.StorageUnavailable, Area: catalogue.Requests, Statuses: []int{http.StatusServiceUnavailable},
	Meaning: "The service cannot store anything, or cannot read what it has stored, since its disk is full or has failed, or since its replica cannot be reached; nothing of the request counts as stored.",
	Remedy:  "Send the same request again after the seconds that the header Retry-After names, which stores it once, and tell the operator if it stays so.",
}

// KnownError is an error in words for the client. It is nil for an internal error.
func KnownError(err error) *fault.Error {
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
		known = fault.New(http.StatusServiceUnavailable, fault.ShuttingDown, "The service is stopping: send the request again soon.")
		known.RetryAfter, known.Header = 5*time.Second, http.Header{"Connection": {"close"}}
	case errors.Is(err, writer.ErrUnreplicated):
		known = fault.New(http.StatusServiceUnavailable, fault.StorageUnavailable,
			"The service cannot store anything in its second place at the moment, so whether this request is stored is not certain: send it again later.")
		known.RetryAfter, known.Cause = 5*time.Second, err
	case errors.Is(err, writer.ErrStorage):
		known = fault.New(http.StatusServiceUnavailable, fault.StorageUnavailable,
			"The service cannot store anything at the moment, and stored nothing of this request: send it again later.")
		known.RetryAfter, known.Cause = 10*time.Second, err
	case database.ClassifyError(err) != database.NoStorageError: // while reading, or before a write
		known = fault.New(http.StatusServiceUnavailable, fault.StorageUnavailable,
			"The service cannot reach what it has stored at the moment: send the request again later.")
		known.RetryAfter, known.Cause = 10*time.Second, err
	}
	return known
}

func emptyNotNull(l fault.List) fault.List {
	if l == nil {
		return fault.List{}
	}
	return l
}

var ruleInternalError = catalogue.Rule{
	Code: fault.InternalError, Area: catalogue.Requests, Statuses: []int{http.StatusInternalServerError},
	Meaning: "Something went wrong in the service, and its log has more under the request_id of the answer.",
	Remedy:  "Send the same request again, which does no harm, and quote the request_id to the operator if it stays so.",
}

// internalError is the answer where the cause is for the log alone. The log has the
// cause under the id of the request.
func internalError(requestID string) *fault.Error {
	const detail = "Something went wrong on our side. Sending the same request again does no harm; quote the request_id if it stays so."
	e := fault.New(http.StatusInternalServerError, fault.InternalError, detail)
	e.Body = errorBody{Detail: detail, Code: e.Code, Errors: fault.List{}, RequestID: requestID}
	return e
}

// failAfterPanic answers a panic as an internal error. It panics again where the handler
// wants the connection to end.
func (s *Server) failAfterPanic(w *responseRecorder, p any) {
	if p == http.ErrAbortHandler {
		panic(p)
	}
	s.fail(w, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
}
