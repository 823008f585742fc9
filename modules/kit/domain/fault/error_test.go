package fault

import (
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"
)

func TestFaultJSON(t *testing.T) {
	got, err := json.Marshal(List{{Detail: "It is none.", Code: "invalid_email", Attr: "email"}})
	if want := `[{"detail":"It is none.","code":"invalid_email","attr":"email"}]`; err != nil || string(got) != want {
		t.Errorf("got %s %v", got, err)
	}
	if got, _ := json.Marshal(List(nil)); string(got) != `[]` {
		t.Errorf("no faults are %s", got)
	}
}

func TestHas(t *testing.T) {
	list := List{{Code: "a"}, {Code: "b"}}
	if !list.Has("b") || list.Has("c") || List(nil).Has("a") {
		t.Error("Has is wrong")
	}
}

func TestRefused(t *testing.T) {
	e := Refused(AccountNotFound, "external_account_number", "There is none.")
	want := Fault{"There is none.", AccountNotFound, "external_account_number"}
	if e.Status != http.StatusBadRequest || e.Code != AccountNotFound || e.Detail != want.Detail || len(e.Faults) != 1 || e.Faults[0] != want {
		t.Errorf("got %+v", e)
	}
}

// The result is a nil interface: an interface that holds a nil *Error would be an error.
func TestNoFaultsAreNoError(t *testing.T) {
	if err := Invalid(AccountFailedValidation, nil); err != nil {
		t.Errorf("got %v", err)
	}
	if err := InvalidRequest(List{}); err != nil {
		t.Errorf("got %v", err)
	}
}

func TestInvalid(t *testing.T) {
	one, two := List{{Code: "a"}}, List{{Code: "a"}, {Code: "b"}}
	for _, list := range []List{one, two} {
		var e *Error
		if err := Invalid(AccountFailedValidation, list); !errors.As(err, &e) {
			t.Fatalf("got %v", err)
		}
		if e.Status != http.StatusBadRequest || e.Code != AccountFailedValidation || len(e.Faults) != len(list) || e.Detail == "" {
			t.Errorf("got %+v", e)
		}
	}
}

func TestInvalidRequest(t *testing.T) {
	for _, c := range []struct {
		codes []string
		want  string
	}{
		{[]string{"too_long"}, RequestFailedValidation},
		{[]string{SupplierNotFound}, SupplierNotFound},
		{[]string{TeamDoesNotExist, SupplierNotFound}, TeamDoesNotExist},
		{[]string{SupplierNotFound, "too_long"}, RequestFailedValidation},
	} {
		var list List
		for _, code := range c.codes {
			list = append(list, Fault{Code: code, Detail: code})
		}
		var e *Error
		if err := InvalidRequest(list); !errors.As(err, &e) || e.Code != c.want || e.Status != http.StatusBadRequest || len(e.Faults) != len(list) {
			t.Errorf("%v: got %v", c.codes, err)
		}
	}
}

func TestCauseIsPrivate(t *testing.T) {
	e := New(http.StatusInternalServerError, InternalError, "It failed.")
	e.Cause = fmt.Errorf("at /secret: %w", io.ErrUnexpectedEOF)
	if !errors.Is(e, io.ErrUnexpectedEOF) {
		t.Error("the cause is lost")
	}
	if got := e.Error(); got != "internal_error: It failed." {
		t.Errorf("got %s", got)
	}
}
