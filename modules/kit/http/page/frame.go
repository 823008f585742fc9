package page

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"dataimport/modules/kit/http/admission"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/http/ratelimit"
	"dataimport/modules/kit/http/session"
)

// Frame holds the handlers around every page.
type Frame struct {
	Log *slog.Logger
	// Recognise puts the signed-in reader into a request's context. It is nil where no
	// module signs readers in.
	Recognise func(http.Handler) http.Handler
	// Admission decides when a page is made.
	Admission *admission.Admission
	// CallerAddress gives the address that a request comes from.
	CallerAddress func(r *http.Request) string
}

// Around returns a page with the headers of all pages. It is made when it is admitted,
// unless it is unqueued. Forms from other sites are refused before any other handler runs.
// A panic becomes a page that says that the page failed.
func (f Frame) Around(page http.Handler, unqueued bool) http.Handler {
	if !unqueued {
		page = f.admitting(page)
	}
	sites := http.NewCrossOriginProtection()
	sites.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		Problem(w, r, http.StatusForbidden)
	}))
	framed := f.recovering(sites.Handler(page))
	if f.Recognise != nil {
		framed = f.Recognise(framed)
	}
	return secure(framed)
}

// admitting has a page wait until it is admitted. A page that is not admitted in time says
// so.
func (f Frame) admitting(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ticket, err := f.Admission.Enter()
		if err != nil {
			Problem(w, r, http.StatusServiceUnavailable)
			return
		}
		defer ticket.Leave()
		reader := ratelimit.Network(f.CallerAddress(r))
		if member := session.From(r.Context()); member != nil {
			reader = member.ID
		}
		if ticket.AdmitPage(r.Context(), reader) != nil {
			w.Header().Set("Retry-After", "5")
			Problem(w, r, http.StatusServiceUnavailable)
			return
		}
		next.ServeHTTP(w, r.WithContext(admission.WithPage(r.Context(), ticket)))
	})
}

// recovering answers with a page where a page fails, and logs the cause.
func (f Frame) recovering(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p == http.ErrAbortHandler {
				panic(p)
			}
			f.Log.Error("a page failed", slog.String("method", r.Method), slog.String("route", paths.Route(r.Pattern)),
				slog.String("error", fmt.Sprintf("panic: %v\n%s", p, debug.Stack())))
			Problem(w, r, http.StatusInternalServerError)
		}()
		next.ServeHTTP(w, r)
	})
}
