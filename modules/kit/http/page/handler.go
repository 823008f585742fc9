package page

import (
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/a-h/templ"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/live"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/http/session"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/views"
)

// Request is a request of a signed-in reader.
type Request struct {
	*http.Request
	Reader   *session.Reader
	Settings *settings.Snapshot
	Now      time.Time
}

// SeesPersonalData reports whether the reader may see personal data.
func (r *Request) SeesPersonalData() bool { return r.Reader.SeesPersonalData() }

// Frame returns the frame of a page that follows the import.
func (r *Request) Frame(title string) views.Frame {
	return views.Frame{Title: title, Reader: r.Reader, Current: views.NavImports, Scripts: []string{"live.js"}}
}

// Show answers with a page.
func (r *Request) Show(w http.ResponseWriter, content templ.Component) error {
	Write(w, r.Request, http.StatusOK, content)
	return nil
}

// ErrNotFound says that there is no such page.
var ErrNotFound = errors.New("there is no such page")

// An Error is shown to the reader in place of the page.
type Error struct {
	status             int
	title, explanation string
}

// NewError makes an Error with an HTTP status.
func NewError(status int, title, explanation string) *Error {
	return &Error{status, title, explanation}
}

func (e *Error) Error() string { return e.title }

// Unwrap returns [live.ErrGone]: a page that shows an error has nothing to follow.
func (e *Error) Unwrap() error { return live.ErrGone }

// Handle answers a request. Its error is [ErrNotFound] or an *[Error] where the page does not
// exist; every other error is logged.
type Handle func(w http.ResponseWriter, r *Request) error

// NewHandler makes the handler of a page for signed-in readers.
func NewHandler(settings *settingsdb.Store, log func() *slog.Logger, handle Handle) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request := &Request{Request: r, Reader: session.From(r.Context()), Now: time.Now().UTC()}
		if request.Reader == nil {
			Problem(w, r, http.StatusForbidden) // a guard that admits readers without a session must not show them a page
			return
		}
		var err error
		if request.Settings, err = settings.Current(); err == nil {
			err = handle(w, request)
		}
		answerError(w, r, log, err)
	})
}

func answerError(w http.ResponseWriter, r *http.Request, log func() *slog.Logger, err error) {
	var shown *Error
	switch {
	case err == nil:
	case errors.As(err, &shown):
		frame := views.Frame{Title: shown.title, Reader: session.From(r.Context()), Current: views.NavImports}
		Write(w, r, shown.status, views.Problem(frame, shown.explanation))
	case errors.Is(err, ErrNotFound):
		Problem(w, r, http.StatusNotFound)
	case r.Context().Err() != nil: // the reader has closed the connection
	default:
		log().Error("a page failed", slog.String("route", paths.Route(r.Pattern)), slog.Any("error", err))
		Problem(w, r, http.StatusInternalServerError)
	}
}
