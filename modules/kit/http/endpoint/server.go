package endpoint

import (
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/admission"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/settingsdb"
)

// Server answers the requests of the interface.
type Server struct {
	Settings *settingsdb.Store
	// Authorise finds the client of a request; its error is a *fault.Error.
	Authorise func(r *http.Request, s *settings.Snapshot, now time.Time) (*settings.Client, error)
	Limits    payload.Limits
	MaxBody   int64 // bytes of a request's body
	// AccountEvents records the answers to the calls that have a step; nil records none.
	AccountEvents *accountevents.Recorder
	// Admission decides which requests are served, and when.
	Admission *admission.Admission
	// CallerAddress gives the address that a request comes from; nil takes the address of
	// the connection.
	CallerAddress func(r *http.Request) string
	Log           *slog.Logger
	// Barrier returns when all that this machine has committed is where answers may rely on
	// it; nil where a commit is enough.
	Barrier func() error
	// Permit returns nil while this machine may answer; nil where it always may. It is asked
	// once more before an answer is sent.
	Permit func() error
	// Observe gives the observer of an operation; it is called for each operation while
	// the handler is made. nil observes no request.
	Observe func(operation string) RequestObserver
}

var ruleNotFound = catalogue.Rule{
	Code: fault.NotFound, Area: catalogue.Requests, Statuses: []int{http.StatusNotFound},
	Meaning: "There is nothing at this address.",
	Remedy:  "Compare the address with the document of the interface.",
}

var ruleMethodNotAllowed = catalogue.Rule{
	Code: fault.MethodNotAllowed, Area: catalogue.Requests, Statuses: []int{http.StatusMethodNotAllowed},
	Meaning: "The address exists, but not for this method.",
	Remedy:  "Use one of the methods that the header Allow names.",
}

// Handler serves endpoints and pages. It answers every other request below [paths.Prefix]
// with an error of the one shape.
func (s *Server) Handler(endpoints []Endpoint, pages []Page) http.Handler {
	mux := http.NewServeMux()
	methods := make(map[string][]string)
	for _, e := range endpoints {
		handler := s.serve(e)
		mux.Handle(e.Method+" "+e.Path, handler)
		mux.Handle(e.Method+" "+e.Path+"/{$}", handler)
		methods[e.Path] = append(methods[e.Path], e.Method)
	}
	for path, allowed := range methods {
		if isCovered(path, methods) {
			continue
		}
		handler := s.refuseAll(methodNotAllowed(allowed))
		mux.Handle(path, handler)
		mux.Handle(path+"/{$}", handler)
	}
	for _, p := range pages {
		mux.Handle(p.Pattern, s.observe(PageOperation, func(w *responseRecorder, r *http.Request) { p.Handler.ServeHTTP(w, r) }))
	}
	mux.Handle(paths.Prefix, s.refuseAll(fault.New(http.StatusNotFound, fault.NotFound,
		"There is nothing at this address: compare it with the interface's document.")))
	return s.record(mux)
}

// isCovered reports whether another path has a parameter in the place of a part of this one.
// Its handler refuses the methods of both, which are the same.
func isCovered(path string, methods map[string][]string) bool {
	parts := strings.Split(path, "/")
	for other := range methods {
		covers := slices.EqualFunc(strings.Split(other, "/"), parts, func(part, own string) bool {
			return part == own || strings.HasPrefix(part, "{")
		})
		if other != path && covers {
			return true
		}
	}
	return false
}

func methodNotAllowed(allowed []string) *fault.Error {
	allowed = slices.Clone(allowed)
	if slices.Contains(allowed, http.MethodGet) {
		allowed = append(allowed, http.MethodHead)
	}
	slices.Sort(allowed)
	list := strings.Join(allowed, ", ")
	e := fault.New(http.StatusMethodNotAllowed, fault.MethodNotAllowed, "This address takes "+list+".")
	e.Header = http.Header{"Allow": {list}}
	return e
}

func (s *Server) refuseAll(e *fault.Error) http.Handler {
	return s.observe(UnknownOperation, func(w *responseRecorder, _ *http.Request) { s.refuse(w, e) })
}

// record has every request recorded by a responseRecorder, which is the ResponseWriter of
// next. It answers a panic of next as an internal error.
func (s *Server) record(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		recorder := newResponseRecorder(w, r)
		defer s.finish(recorder)
		defer func() {
			if p := recover(); p != nil {
				s.failAfterPanic(recorder, p)
			}
		}()
		next.ServeHTTP(recorder, r)
	})
}

// observe has the observer of an operation follow the requests that next serves.
func (s *Server) observe(operation string, next func(w *responseRecorder, r *http.Request)) http.Handler {
	var observer RequestObserver = noObserver{}
	if s.Observe != nil {
		observer = s.Observe(operation)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		recorder := w.(*responseRecorder) // of record, which every request passes
		r = observer.Begin(r)
		recorder.operation, recorder.observer, recorder.ctx = operation, observer, r.Context()
		next(recorder, r)
	})
}
