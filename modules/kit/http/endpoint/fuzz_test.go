package endpoint

import (
	"net/http"
	"strings"
	"testing"
)

// The request ID in the log and in a header is one word.
func FuzzRequestID(f *testing.F) {
	for _, seed := range []string{"", "a", "a b", "a\r\nX: y", "é", strings.Repeat("x", 129), "00-0af7651916cd43dd8448eb211c80319c-01"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		id := requestID(&http.Request{Header: http.Header{RequestIDHeader: {given}}})
		if id == "" || len(id) > maxRequestID || strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r >= 0x7f || r == '"' }) {
			t.Errorf("%q becomes %q", given, id)
		}
	})
}
