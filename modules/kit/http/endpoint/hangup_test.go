package endpoint

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/admission"
)

// A sender without a token who has hung up is not served. A client with a token may have
// closed its side alone.
func TestASenderWhoHangsUp(t *testing.T) {
	s := &Server{MaxBody: 100, Admission: admission.New(2, 0)}
	for _, c := range []struct {
		name   string
		client *settings.Client
		gone   bool
		served bool
	}{
		{"a stranger", nil, false, true}, {"a stranger who hangs up", nil, true, false}, {"a client that hangs up", &settings.Client{ID: "a"}, true, true},
	} {
		ctx, hangUp := context.WithCancel(t.Context())
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/v1/x", strings.NewReader("{}"))
		r.Header.Set("Content-Type", "application/json")
		ticket, err := s.Admission.Enter()
		if err != nil {
			t.Fatal(err)
		}
		if c.gone {
			hangUp()
		}
		err = s.admit(newResponseRecorder(httptest.NewRecorder(), r), &Call{Request: r, Client: c.client, ticket: ticket}, Endpoint{Method: http.MethodPost})
		if (err == nil) != c.served {
			t.Errorf("%s: %v", c.name, err)
		}
		ticket.Leave()
		hangUp()
	}
}
