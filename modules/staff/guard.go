package staff

import (
	"net/http"
	"net/url"
	"strings"

	"dataimport/modules/kit/http/session"
)

// Guard lets nobody see a page who is not signed in. A page finds the reader with
// [session.From]; whoever is not signed in is sent to the log-in page and comes back
// from there. A stream of events, which cannot be sent anywhere, is refused with 401;
// one that is open ends with the session, by its request's context.
func Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		switch {
		case session.From(r.Context()) != nil:
			next.ServeHTTP(w, r)
		case wantsEvents(r):
			http.Error(w, "Sign in to see this.", http.StatusUnauthorized)
		default:
			http.Redirect(w, r, loginFor(r), http.StatusSeeOther)
		}
	})
}

func wantsEvents(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "text/event-stream")
}

// loginFor is the log-in page, from which one comes back to what r asks for. What
// was sent in a form is gone, and its address may be no page.
func loginFor(r *http.Request) string {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return loginPath
	}
	return loginPath + "?" + url.Values{"next": {r.URL.RequestURI()}}.Encode()
}

// local is where a log-in leads to: next, if it is one of the pages that staff sign
// in for, and their first one otherwise. A browser takes a backslash for a slash and
// leaves out line breaks and tabs, so that no address with one of them is followed.
func local(next string) string {
	bad := func(c rune) bool { return c < ' ' || c == '\\' || c == 0x7f }
	if !strings.HasPrefix(next, homePath) || strings.ContainsFunc(next, bad) {
		return homePath
	}
	if u, err := url.Parse(next); err != nil || u.IsAbs() || u.Host != "" || strings.HasPrefix(u.Path, logoutPath) || strings.HasPrefix(u.Path, loginPath) {
		return homePath
	}
	return next
}
