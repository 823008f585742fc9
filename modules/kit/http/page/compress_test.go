package page_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"dataimport/modules/kit/http/page"
)

func TestPagesAreCompressed(t *testing.T) {
	text := strings.Repeat("<p>Zoë O’Neill</p>", 500)
	serve := func(kind string, prepare func(http.ResponseWriter)) http.Handler {
		return page.Compress(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			prepare(w)
			_, _ = io.WriteString(w, text)
		}))
	}
	none := func(http.ResponseWriter) {}
	for name, test := range map[string]struct {
		handler    http.Handler
		method     string
		address    string
		header     map[string]string
		compressed bool
	}{
		"a page":                        {serve("text/html; charset=utf-8", none), "GET", "/imports/", nil, true},
		"a script":                      {serve("text/javascript; charset=utf-8", none), "GET", "/assets/live.js?0123", nil, true},
		"a document":                    {serve("application/json", none), "GET", "/openapi.json", nil, true},
		"a page of a search":            {serve("text/html", none), "GET", "/imports/~find?q=x", map[string]string{"Sec-Fetch-Site": "same-origin"}, true},
		"an address that is typed":      {serve("text/html", none), "GET", "/imports/~find?q=x", map[string]string{"Sec-Fetch-Site": "none"}, true},
		"an address of another site":    {serve("text/html", none), "GET", "/imports/~find?q=x", map[string]string{"Sec-Fetch-Site": "cross-site"}, false},
		"an address of a neighbour":     {serve("text/html", none), "GET", "/imports/~find?q=x", map[string]string{"Sec-Fetch-Site": "same-site"}, false},
		"an address of an unknown site": {serve("text/html", none), "GET", "/imports/~find?q=x", nil, false},
		"a form":                        {serve("text/html", none), "POST", "/imports/login/", nil, false},
		"a secret":                      {serve("text/html", page.LeaveUncompressed), "GET", "/imports/password/", nil, false},
		"events":                        {serve("text/event-stream", none), "GET", "/imports/~live", map[string]string{"Accept": "text/event-stream"}, false},
		"events for anyone":             {serve("text/event-stream", none), "GET", "/imports/~live", nil, false},
		"a picture":                     {serve("image/png", none), "GET", "/picture", nil, false},
		"a browser without compression": {serve("text/html", none), "GET", "/imports/", map[string]string{"Accept-Encoding": "identity"}, false},
	} {
		request := httptest.NewRequest(test.method, test.address, nil)
		request.Header.Set("Accept-Encoding", "gzip, br")
		for header, value := range test.header {
			request.Header.Set(header, value)
		}
		answer := httptest.NewRecorder()
		test.handler.ServeHTTP(answer, request)
		if got := answer.Header().Get("Content-Encoding") == "gzip"; got != test.compressed || !strings.Contains(answer.Header().Get("Vary"), "Accept-Encoding") {
			t.Errorf("%s: compressed %v, %v", name, got, answer.Header())
		}
		var body io.Reader = answer.Body
		if test.compressed {
			if answer.Body.Len() > 1000 {
				t.Errorf("%s: %d bytes", name, answer.Body.Len())
			}
			var err error
			if body, err = gzip.NewReader(answer.Body); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := io.ReadAll(body); err != nil || string(got) != text {
			t.Errorf("%s: %v, %d bytes", name, err, len(got))
		}
		if answer.Header().Get("No-Gzip-Compression") != "" {
			t.Errorf("%s: %v", name, answer.Header())
		}
	}
}
