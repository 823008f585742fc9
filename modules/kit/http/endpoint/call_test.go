package endpoint

import (
	"errors"
	"fmt"
	"testing"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/admission"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/writer"
)

// An answer that only asks to send the request again later says nothing about the account.
func TestTheEventOfAnAnswer(t *testing.T) {
	c := &Call{Subject: Subject{Supplier: &settings.Supplier{ID: "acme"}, ExternalAccountNumber: "1"}}
	for _, err := range []error{admission.ErrThrottled, writer.ErrBusy, writer.ErrClosed, fmt.Errorf("%w: disk", writer.ErrStorage), nil} {
		if e, ok := c.Answer(accountevents.StageStep, err).Event(); ok {
			t.Errorf("%v: %+v", err, e)
		}
	}
	if e, ok := c.Answer(accountevents.StageStep, errors.New("a secret cause")).Event(); !ok || e.Code != "internal_error" || e.SupplierID != "acme" || e.ClientID != "" {
		t.Errorf("%+v %v", e, ok)
	}
	if _, ok := new(Call).Answer(accountevents.StageStep, errors.New("a cause")).Event(); ok {
		t.Error("an event of no account")
	}
}
