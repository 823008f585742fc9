package access

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/config"
)

// newTestHandle returns a function that runs a query of a sender without a client.
func newTestHandle() func(t testing.TB, query string) {
	settingsOf := config.Default()
	handle := newGraphQL(&module.Runtime{Config: &settingsOf, App: nil})
	return func(t testing.TB, query string) {
		body, err := json.Marshal(map[string]string{"query": query})
		if err != nil {
			t.Fatal(err)
		}
		c := &endpoint.Call{Request: httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/graphql/", nil), Settings: &settings.Snapshot{}, Body: body, Now: time.Now()}
		if _, err := handle(c); err != nil {
			t.Fatal(err)
		}
	}
}

// Any input is answered with JSON or a refusal, never with an internal error.
func FuzzGraphQL(f *testing.F) {
	for _, seed := range []string{
		`{"query":"{ version }"}`, `{"query":"mutation { obtainToken(input: {APIKey: \"x\"}) { token } }"}`,
		`{"query":"query a($x: String) { version }","operationName":"a","variables":{"x":[1]}}`,
		`{"query":"{ ...a } fragment a on Query { ...a }"}`, `{"query":"{ __schema { types { name } } }"}`, `{"query":"{ a: __typename é{([ } # ..."}`, `[]`, `{"query":"\u0000"}`, "{\"query\":\"\xff\"}",
	} {
		f.Add([]byte(seed))
	}
	settingsOf := config.Default()
	handle := newGraphQL(&module.Runtime{Config: &settingsOf, App: nil})
	f.Fuzz(func(t *testing.T, body []byte) {
		c := &endpoint.Call{
			Request: httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/graphql/", nil), Settings: &settings.Snapshot{},
			Body: body, Now: time.Now(), Limits: payload.Limits{Items: 100, Depth: 64},
		}
		reply, err := handle(c)
		if refused := (*fault.Error)(nil); err != nil && !errors.As(err, &refused) {
			t.Errorf("%q: %v", body, err)
		}
		if answer, ok := reply.Body.(jsontext.Value); err == nil && (!ok || !answer.IsValid()) {
			t.Errorf("%q: %s", body, reply.Body)
		}
	})
}
