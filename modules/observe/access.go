package observe

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"dataimport/modules/kit/store/documents"
)

// guarded serves what the operators alone may see: to whoever shows the token or,
// where there is none, to this machine.
func guarded(token documents.Secret, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case token == "" && !local(r):
			send(w, http.StatusForbidden, []byte(`{"detail":"Only the service's own machine may read this: set --metrics-token to let others.","code":"permission_denied","errors":[]}`))
		case token != "" && !shows(r, string(token)):
			w.Header().Set("WWW-Authenticate", "Bearer")
			send(w, http.StatusUnauthorized, []byte(`{"detail":"Send the token of --metrics-token as Authorization: Bearer.","code":"not_authenticated","errors":[]}`))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// shows compares digests, so that neither the token's length nor its beginning can be
// found out by how long that takes.
func shows(r *http.Request, token string) bool {
	scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	is, want := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(token))
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(is[:], want[:]) == 1
}

// forwarding are the headers by which a proxy of this machine is known: what it
// passes on comes from somewhere else.
var forwarding = []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Via"}

// local reports whether a request is from this machine: by its address, and by the
// host that it asks for, since a proxy and a browser that was led here by a name of
// somebody else's have another.
func local(r *http.Request) bool {
	for _, name := range forwarding {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	address, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && address.Addr().Unmap().IsLoopback() && localHost(r.Host)
}

func localHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && address.Unmap().IsLoopback()
}
