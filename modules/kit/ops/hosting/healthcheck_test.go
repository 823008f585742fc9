package hosting

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// A standby works, so its container is healthy, although it is not ready for requests.
func TestHealthOfAStandby(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		healthy bool
	}{
		"a standby": {answerAsStandby, true},
		"a service that is not ready": {func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/healthz" {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
			_, _ = w.Write([]byte(`{"status":"ok"}`))
		}, false},
		"an answer of another form": {func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/healthz" {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
			_, _ = w.Write([]byte(`standby`))
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(test.handler)
			defer server.Close()
			if err := healthy(server.URL); (err == nil) != test.healthy {
				t.Errorf("the health is %v", err)
			}
		})
	}
}
