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

// requireOperator serves what is for operators alone: to requests with the token or, where no token
// is set, to requests from this machine.
func requireOperator(token documents.Secret, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case token == "" && !isLocalRequest(r):
			writeJSON(w, http.StatusForbidden, []byte(`{"detail":"Only the service's own machine may read this: set --metrics-token to let others.","code":"permission_denied","errors":[]}`))
		case token != "" && !matchesToken(r, string(token)):
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

// forwarding lists the headers that a proxy sets. A request that a proxy of this machine forwards
// comes from another machine.
var forwarding = []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Via"}

// isLocalRequest reports whether a request is from this machine: by its address and by its Host
// header. A proxy, and a browser that was led here by a foreign name, send another host.
func isLocalRequest(r *http.Request) bool {
	for _, name := range forwarding {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	address, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && address.Addr().Unmap().IsLoopback() && isLocalHost(r.Host)
}

func isLocalHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && address.Unmap().IsLoopback()
}
