package observe

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"

	"dataimport/modules/kit/store/documents"
)

// requireToken serves requests with the token, and refuses all where none is set. The address of a
// request does not tell who sends it: a proxy on the same machine may forward the requests of
// others, under the address and name of this machine and without a header that says so.
func requireToken(token documents.Secret, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case token == "":
			writeJSON(w, http.StatusForbidden, []byte(`{"detail":"The metrics are closed: start the service with --metrics-token, and send that token as Authorization: Bearer.","code":"permission_denied","errors":[]}`))
		case !matchesToken(r, string(token)):
			w.Header().Set("WWW-Authenticate", "Bearer")
			writeJSON(w, http.StatusUnauthorized, []byte(`{"detail":"Send the token of --metrics-token as Authorization: Bearer.","code":"not_authenticated","errors":[]}`))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// matchesToken reports whether a request carries the token. It compares digests, so the time of the
// comparison reveals neither the token's length nor its beginning.
func matchesToken(r *http.Request, token string) bool {
	scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	is, want := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(token))
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(is[:], want[:]) == 1
}
