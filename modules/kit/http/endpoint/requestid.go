package endpoint

import (
	"crypto/rand"
	"net/http"
)

// RequestIDHeader is the header of a request's id. A client may send one; the service
// sends the id of the request in every answer.
const RequestIDHeader = "X-Request-Id"

// maxRequestID is the length of a client's id in bytes, at most.
const maxRequestID = 128

// requestID is the client's id of a request. It is a random one where the client sends
// none, or one that could be mistaken for something else in a log or a header.
func requestID(r *http.Request) string {
	given := r.Header[RequestIDHeader]
	if len(given) != 1 || given[0] == "" || len(given[0]) > maxRequestID {
		return rand.Text()
	}
	for i := range len(given[0]) {
		if !isIDByte(given[0][i]) {
			return rand.Text()
		}
	}
	return given[0]
}

func isIDByte(b byte) bool {
	switch {
	case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9':
		return true
	}
	return b == '-' || b == '_' || b == '.' || b == ':' || b == '=' || b == '+' || b == '/'
}
