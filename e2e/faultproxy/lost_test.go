package faultproxy_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"

	"dataimport/e2e/faultproxy"
)

func TestWhatIsLost(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault   faultproxy.Fault
		arrives string
	}{
		"the answer":              {faultproxy.LoseAnswer, "question"},
		"the end of the question": {faultproxy.LoseRequest, "ques"},
	} {
		t.Run(name, func(t *testing.T) {
			arrived := make(chan string, 2)
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body) // half of it, where the rest is lost
				arrived <- string(body)
				_, _ = io.WriteString(w, served)
			}))
			defer server.Close()
			proxy := faultproxy.New(t, server.Listener.Addr().String())
			proxy.Next(test.fault)
			client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
			_, err := client.Post(proxy.URL(), "text/plain", strings.NewReader("question"))
			if !errors.Is(err, syscall.ECONNRESET) {
				t.Errorf("the client has %v", err)
			}
			select {
			case got := <-arrived:
				if got != test.arrives {
					t.Errorf("%q arrived", got)
				}
			default:
				t.Error("the client knew before the server had answered")
			}
		})
	}
}
