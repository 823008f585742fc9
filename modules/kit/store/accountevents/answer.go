package accountevents

import (
	"errors"
	"net/http"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/writer"
)

// The steps of an account. The other steps are the kinds of data, such as "notes".
const (
	ValidateStep = "validate"
	StageStep    = "stage"
	ProcessStep  = "process"
)

// Answer is the answer to a request about an account.
type Answer struct {
	SupplierID            string // empty where the client may not use the supplier
	ExternalAccountNumber string
	ClientID              string // empty where no client sent the request
	Step                  string
	At                    time.Time
	Err                   error // nil where the request was successful
}

// Event returns the event of an answer to a request that has recorded none itself: it was
// refused, or it only validated the account. ok is false where the answer says nothing about
// the account.
func (a *Answer) Event() (e Event, ok bool) {
	if a.SupplierID == "" || a.ExternalAccountNumber == "" || a.Err == nil && a.Step != ValidateStep {
		return Event{}, false
	}
	e = Event{
		Name: Validated, SupplierID: a.SupplierID, ExternalAccountNumber: a.ExternalAccountNumber,
		ClientID: a.ClientID, Step: a.Step, At: a.At,
	}
	return e, a.Err == nil || e.setRefusal(a.Err)
}

// setRefusal makes e the refusal of err. It reports false where err says only that the
// service is busy.
func (e *Event) setRefusal(err error) bool {
	why := fault.New(http.StatusInternalServerError, fault.InternalError, "")
	if errors.Is(err, writer.ErrBusy) || errors.Is(err, writer.ErrClosed) {
		return false
	}
	errors.As(err, &why)
	if why.Status == http.StatusTooManyRequests || why.Status == http.StatusServiceUnavailable {
		return false
	}
	e.Code, e.Faults = why.Code, why.Faults
	switch e.Step {
	case ValidateStep, StageStep, ProcessStep:
		e.Name = Refused
	default:
		e.Name = e.Step + refusedSuffix
	}
	return true
}
