package apiclient

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// StopError ends all work: any other request would fail the same way.
type StopError struct{ Reason string }

func (e *StopError) Error() string { return e.Reason }

// NewStopError returns a *[StopError] whose text has one line.
func NewStopError(format string, args ...any) error {
	return &StopError{Reason: JoinLines(fmt.Sprintf(format, args...))}
}

// ProgressError is the error of an attempt that got a part of its work done.
type ProgressError struct{ Err error }

func (e *ProgressError) Error() string { return e.Err.Error() }

// JoinLines makes one line of a text of the service.
func JoinLines(text string) string { return strings.Join(strings.Fields(text), " ") }

// Fault is one item of an error answer's errors.
type Fault struct {
	Code   string `json:"code"`
	Attr   string `json:"attr"`
	Detail string `json:"detail"`
}

// Refusal is the service's final answer to a request that it will not carry out. The same
// request would be refused again.
type Refusal struct {
	Status int
	After  time.Duration // when to ask again, 0 where the service does not say
	Code   string
	Detail string
	Faults []Fault
}

func (r *Refusal) Error() string {
	if r.Detail == "" {
		return r.Code
	}
	return JoinLines(r.Code + ": " + r.Detail)
}

// HasCode reports whether the code is the refusal's own or that of one of its faults.
func (r *Refusal) HasCode(code string) bool {
	return r.Code == code || slices.ContainsFunc(r.Faults, func(f Fault) bool { return f.Code == code })
}

// IsFromService reports whether the service itself gave the answer, and no proxy before it.
func (r *Refusal) IsFromService() bool {
	return r.Code != fmt.Sprintf("http_%d", r.Status)
}

// errorBody is the body of an error.
type errorBody struct {
	Detail string  `json:"detail"`
	Code   string  `json:"code"`
	Errors []Fault `json:"errors"`
}

// parseRefusal reads an error answer. An answer without a code, perhaps of a proxy, gets a code
// from its status.
func parseRefusal(a Answer) *Refusal {
	var b errorBody
	if json.Unmarshal(a.Body, &b, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
		b = errorBody{}
	}
	r := &Refusal{Status: a.Status, After: parseRetryAfter(a.Header.Get("Retry-After"), time.Now()), Code: b.Code, Detail: b.Detail, Faults: b.Errors}
	if r.Code == "" {
		r.Code = fmt.Sprintf("http_%d", a.Status)
		r.Detail = fmt.Sprintf("The answer was %d %s.", a.Status, http.StatusText(a.Status))
	}
	return r
}
