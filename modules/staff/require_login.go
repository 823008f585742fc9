package staff

import (
	"net/http"
	"net/url"
	"strings"

	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/http/session"
)

// RequireLogin lets a request through to next where its reader is signed in. A page finds the
// reader with [session.From]. Another request is redirected to the log-in page, which leads back
// afterwards. A stream of events cannot follow a redirect: it is refused with 401. An open stream
// ends with the session, through the request's context.
func RequireLogin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		switch {
		case session.From(r.Context()) != nil:
			next.ServeHTTP(w, r)
		case acceptsEvents(r):
			http.Error(w, "Sign in to see this.", http.StatusUnauthorized)
		default:
			http.Redirect(w, r, loginAddress(r), http.StatusSeeOther)
		}
	})
}

func acceptsEvents(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "text/event-stream")
}

// loginAddress returns the address of the log-in page. Its parameter next leads back to the page
// that r asks for. A form gets no such parameter: its content is lost, and its address may not be a
// page.
func loginAddress(r *http.Request) string {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return loginPath
	}
	return loginPath + "?" + url.Values{"next": {r.URL.RequestURI()}}.Encode()
}

// localTarget returns the address that a log-in leads to: next, if that is one of the staff's
// pages, and the first page otherwise. Browsers read a backslash as a slash and drop line breaks
// and tabs. An address with one of these is therefore not followed.
func localTarget(next string) string {
	bad := func(c rune) bool { return c < ' ' || c == '\\' || c == 0x7f }
	if !strings.HasPrefix(next, paths.ImportPages) && !strings.HasPrefix(next, paths.RunPages) || strings.ContainsFunc(next, bad) {
		return homePath
	}
	if u, err := url.Parse(next); err != nil || u.IsAbs() || u.Host != "" || strings.HasPrefix(u.Path, logoutPath) || strings.HasPrefix(u.Path, loginPath) {
		return homePath
	}
	return next
}
