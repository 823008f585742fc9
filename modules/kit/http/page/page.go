// Package page holds the common parts of all pages for people: how they are written,
// their headers, which limit what a browser may do, and the page that replaces one that
// failed.
package page

import (
	"bytes"
	"net/http"
	"strconv"

	"github.com/a-h/templ"

	"dataimport/modules/kit/http/session"
	"dataimport/views"
)

// Write answers with a page. It renders the whole page before it sends anything, so that
// a failure becomes an error and not half a page.
func Write(w http.ResponseWriter, r *http.Request, status int, content templ.Component) {
	var body bytes.Buffer
	if err := content.Render(r.Context(), &body); err != nil {
		panic(err) // Frame answers and logs it
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(body.Len()))
	if session.From(r.Context()) != nil {
		header.Set("Cache-Control", "no-store") // the page names its reader
	}
	w.WriteHeader(status)
	_, _ = body.WriteTo(w) // a reader who has gone needs no page
}

// Problem answers with a page that explains an HTTP status.
func Problem(w http.ResponseWriter, r *http.Request, status int) {
	title, explanation := http.StatusText(status), "Something went wrong on our side. Try again; if it stays so, tell your operator when it happened."
	switch status {
	case http.StatusBadRequest:
		title, explanation = "This request cannot be understood", "Go back, and send the form again."
	case http.StatusForbidden:
		title, explanation = "This is not allowed", "The request came from another site, or you may not do this. Open the page here, and try again."
	case http.StatusNotFound:
		title, explanation = "There is nothing here", "The address may be mistyped, or what was here is gone."
	case http.StatusMethodNotAllowed:
		title, explanation = "This address does not take that", "Open the page again, and use what it offers."
	case http.StatusTooManyRequests:
		title, explanation = "Too many attempts", "Wait a while, then try again."
	case http.StatusInternalServerError:
		title = "Something went wrong"
	case http.StatusServiceUnavailable:
		title, explanation = "Not available at the moment", "Try again soon."
	}
	Write(w, r, status, views.Problem(views.Frame{Title: title, Reader: session.From(r.Context())}, explanation))
}
