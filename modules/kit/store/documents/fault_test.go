package documents

import (
	"errors"
	"net/http"
	"testing"
)

func TestUnavailableIsAnAnswerThatIsWorthRepeating(t *testing.T) {
	cause := unavailable(errors.New("the cause"))
	e := Unavailable(cause)
	if e.Status != http.StatusServiceUnavailable || e.Code != "document_store_unavailable" || e.RetryAfter <= 0 || !errors.Is(e, ErrUnavailable) {
		t.Errorf("got %+v", e)
	}
}
