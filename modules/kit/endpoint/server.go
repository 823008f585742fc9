package endpoint

import (
	"log/slog"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"dataimport/modules/kit/fault"
	"dataimport/modules/kit/payload"
	"dataimport/modules/kit/settings"
)

// Prefix is where the interface lives.
const Prefix = "/v1/"

// Server answers the requests of the interface.
type Server struct {
	Settings *settings.Store
	// Authorise finds the client of a request; its error is a *fault.Error.
	Authorise func(r *http.Request, s *settings.Snapshot, now time.Time) (*settings.Client, error)
	Limits    payload.Limits
	MaxBody   int64 // bytes of a request's body
	Log       *slog.Logger
}

// Handler serves endpoints and pages, and answers everything else below Prefix
// with an error in our shape.
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
		handler := s.refuse(methodNotAllowed(allowed))
		mux.Handle(path, handler)
		mux.Handle(path+"/{$}", handler)
	}
	for _, p := range pages {
		mux.Handle(p.Pattern, p.Handler)
	}
	mux.Handle(Prefix, s.refuse(fault.New(http.StatusNotFound, fault.NotFound,
		"There is nothing at this address: compare it with the interface's document.")))
	return s.guard(mux)
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

func (s *Server) refuse(e *fault.Error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, e)
	})
}

// guard turns a panic into an error of our shape.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil {
				s.panicked(w, r, p)
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// serve is the way of every request to an endpoint.
func (s *Server) serve(e Endpoint) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reply, err := s.answer(w, r, e)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		s.write(w, r, reply)
	})
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request, e Endpoint) (Reply, error) {
	snapshot, err := s.Settings.Current()
	if err != nil {
		return Reply{}, err
	}
	c := &Call{Request: r, Settings: snapshot, Now: time.Now().UTC(), Limits: s.Limits}
	if e.Access != Open {
		if c.Client, err = s.Authorise(r, snapshot, c.Now); err != nil {
			return Reply{}, err
		}
		if e.Access == Write && c.Client.ReadOnly {
			return Reply{}, fault.New(http.StatusForbidden, fault.PermissionDenied,
				"This API client may only read: use one that may write.")
		}
	}
	if e.Method == http.MethodPost {
		if c.Body, err = s.body(w, r); err != nil {
			return Reply{}, err
		}
	}
	return e.Handle(c)
}

func (s *Server) body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if !isJSON(r.Header.Get("Content-Type")) {
		return nil, fault.New(http.StatusUnsupportedMediaType, fault.UnsupportedMediaType,
			"The body must be JSON: send it with Content-Type: application/json.")
	}
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		return nil, fault.New(http.StatusUnsupportedMediaType, fault.UnsupportedMediaType,
			"The body must not be compressed: send it without Content-Encoding.")
	}
	tooLarge := fault.New(http.StatusRequestEntityTooLarge, fault.PayloadTooLarge,
		"The body may have at most "+strconv.FormatInt(s.MaxBody, 10)+" bytes: send it in parts.")
	if r.ContentLength > s.MaxBody {
		return nil, tooLarge
	}
	return readAll(http.MaxBytesReader(w, r.Body, s.MaxBody), r.ContentLength, tooLarge)
}

func isJSON(contentType string) bool {
	if contentType == "application/json" {
		return true
	}
	mediaType, _, err := mime.ParseMediaType(contentType)
	return err == nil && mediaType == "application/json"
}
