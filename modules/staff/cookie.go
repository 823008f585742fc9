package staff

import (
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"
)

// The cookie's names. With the first, a browser makes sure that nobody but this very
// host has set it, and over TLS; a cookie of that name cannot be set without TLS.
const (
	secureCookie = "__Host-staff"
	plainCookie  = "staff"
)

// overTLS reports whether the browser speaks TLS: to us, or to a proxy that an
// operator trusts, by PocketBase's setting for its headers.
func overTLS(app core.App, r *http.Request) bool {
	trusted := len(app.Settings().TrustedProxy.Headers) > 0
	return r.TLS != nil || trusted && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}

func cookieName(app core.App, r *http.Request) string {
	if overTLS(app, r) {
		return secureCookie
	}
	return plainCookie
}

// sentToken is the token in a request's cookie, and empty where there is none.
func sentToken(app core.App, r *http.Request) string {
	cookie, err := r.Cookie(cookieName(app, r))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// setToken has the browser keep a token; one without life makes it forget.
func setToken(app core.App, w http.ResponseWriter, r *http.Request, token string, life time.Duration) {
	cookie := &http.Cookie{
		Name: cookieName(app, r), Value: token, Path: "/", MaxAge: int(life.Seconds()),
		HttpOnly: true, Secure: overTLS(app, r), SameSite: http.SameSiteLaxMode,
	}
	if life <= 0 {
		cookie.MaxAge = -1
	}
	http.SetCookie(w, cookie)
}

// address is where a request comes from, as PocketBase's setting for proxies has it.
func address(app core.App, r *http.Request) string {
	return (&core.RequestEvent{App: app, Event: router.Event{Request: r}}).RealIP()
}
