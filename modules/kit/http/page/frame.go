package page

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
)

// Frame is what happens around every page.
type Frame struct {
	Log *slog.Logger
	// Recognise puts who is signed in into a request's context; nil where nobody can.
	Recognise func(http.Handler) http.Handler
}

// Around is a page with the headers of all pages. Forms of other sites are refused
// before anything looks at them, and a panic is a page that says so.
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

// recovering answers with a page where one fails, and logs why.
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
