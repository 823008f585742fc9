package staff

import (
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"
)

// The cookie's names. A browser accepts the first name only over TLS, and only from this very host.
const (
	secureCookie = "__Host-staff"
	plainCookie  = "staff"
)

// isOverTLS reports whether the browser uses TLS: to this service, or to a proxy that PocketBase's
// setting for proxy headers trusts.
func isOverTLS(app core.App, r *http.Request) bool {
	trusted := len(app.Settings().TrustedProxy.Headers) > 0
	return r.TLS != nil || trusted && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}

func cookieName(app core.App, r *http.Request) string {
	if isOverTLS(app, r) {
		return secureCookie
	}
	return plainCookie
}

// readToken reads the token from a request's cookie. It is empty where there is no cookie.
func readToken(app core.App, r *http.Request) string {
	cookie, err := r.Cookie(cookieName(app, r))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// setTokenCookie stores a token in the browser for its life. A life of 0 deletes the cookie.
func setTokenCookie(app core.App, w http.ResponseWriter, r *http.Request, token string, life time.Duration) {
	cookie := &http.Cookie{
		Name: cookieName(app, r), Value: token, Path: "/", MaxAge: int(life.Seconds()),
		HttpOnly: true, Secure: isOverTLS(app, r), SameSite: http.SameSiteLaxMode,
	}
	if life <= 0 {
		cookie.MaxAge = -1
	}
	http.SetCookie(w, cookie)
}

// callerAddress returns the IP address of the caller, by PocketBase's setting for proxies.
func callerAddress(app core.App, r *http.Request) string {
	return (&core.RequestEvent{App: app, Event: router.Event{Request: r}}).RealIP()
}
