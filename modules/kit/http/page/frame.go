package page

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
)

// Frame holds the handlers around every page.
type Frame struct {
	Log *slog.Logger
	// Recognise puts the signed-in reader into a request's context. It is nil where no
	// module signs readers in.
	Recognise func(http.Handler) http.Handler
}

// Around returns a page with the headers of all pages. Forms from other sites are refused
// before any other handler runs. A panic becomes a page that says that the page failed.
func (f Frame) Around(page http.Handler) http.Handler {
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
			f.Log.Error("a page failed", slog.String("method", r.Method), slog.String("route", r.Pattern),
				slog.String("error", fmt.Sprintf("panic: %v\n%s", p, debug.Stack())))
			Problem(w, r, http.StatusInternalServerError)
		}()
		next.ServeHTTP(w, r)
	})
}
