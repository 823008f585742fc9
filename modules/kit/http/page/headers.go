package page

import "net/http"

// Policy lets a page load files of this service only.
const Policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// headers are the headers of every page. A handler may replace them.
var headers = map[string]string{
	"Content-Security-Policy":      Policy,
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY", // for browsers without frame-ancestors
	"Referrer-Policy":              "same-origin",
	"Permissions-Policy":           "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
}

// secure sets the headers of every page.
func secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		for name, value := range headers {
			header.Set(name, value)
		}
		next.ServeHTTP(w, r)
	})
}
