package endpoint

import (
	"errors"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
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
	// Answered is told what became of each call that has a step; it must be quick.
	Answered func(c *Call, step string, err error)
	// Room is how many small requests are worked on at once; a large one counts as
	// many. Half of it is the most that one client gets. Questions have as much again.
	Room int
	// OpenPerSecond is how many requests without a token may come in a second from one
	// place; 0 is no limit.
	OpenPerSecond int
	// Place tells where a request comes from; nil takes the connection's word for it.
	Place func(r *http.Request) string
	Log   *slog.Logger
	// Watch gives the watcher of an operation, once when the service starts; nil
	// where nobody watches.
	Watch func(operation string) Watcher

	door          door
	writes, reads *gate
	limits        *limits
}

// Handler serves endpoints and pages, and answers everything else below Prefix
// with an error in our shape.
func (s *Server) Handler(endpoints []Endpoint, pages []Page) http.Handler {
	s.writes, s.reads = newGate(s.Room), newGate(s.Room)
	s.limits = newLimits(s.OpenPerSecond)
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
		mux.Handle(p.Pattern, s.watched(PageOperation, func(x *exchange, r *http.Request) { p.Handler.ServeHTTP(x, r) }))
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
	return s.watched(UnknownOperation, func(x *exchange, _ *http.Request) { s.turnAway(x, e) })
}

// guard gives each request its id and turns a panic into an error of our shape.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := begin(w, r)
		defer s.finish(x)
		defer func() {
			if p := recover(); p != nil {
				s.panicked(x, p)
			}
		}()
		next.ServeHTTP(x, r)
	})
}

// serve is the way of every request to an endpoint.
func (s *Server) serve(e Endpoint) http.Handler {
	operation := e.Operation.ID
	if operation == "" {
		operation = e.Method + " " + e.Path
	}
	return s.watched(operation, func(x *exchange, r *http.Request) {
		if !s.door.enter() {
			s.turnAway(x, shuttingDown())
			return
		}
		defer s.door.leave()
		c, err := s.authorised(x, r, e)
		if err != nil {
			s.turnAway(x, err)
			return
		}
		done, err := s.limits.enter(c.Client, func() string { return s.place(r) }, c.Now)
		if err != nil {
			s.turnAway(x, err)
			return
		}
		defer done()
		v, err := s.admit(x, c, e)
		if err != nil {
			s.turnAway(x, err)
			return
		}
		defer v.leave() // a handler may panic
		reply, err := e.Handle(c)
		if e.Step != "" && s.Answered != nil {
			s.Answered(c, e.Step, err)
		}
		v.leave() // what is left needs no more than its connection
		if err != nil {
			s.fail(x, err)
			return
		}
		s.write(x, r, reply)
	})
}

// turnAway answers a request whose body is not wanted. The server reads what is
// left of a short one, to keep the connection; a slow sender is not waited for.
func (s *Server) turnAway(x *exchange, err error) {
	_ = http.NewResponseController(x).SetReadDeadline(time.Now().Add(time.Second))
	s.fail(x, err)
}

func (s *Server) authorised(x *exchange, r *http.Request, e Endpoint) (*Call, error) {
	snapshot, err := s.Settings.Current()
	if err != nil {
		return nil, err
	}
	c := &Call{Request: r, Settings: snapshot, Now: time.Now().UTC(), Limits: s.Limits}
	x.call = c
	if e.Access == Open {
		return c, nil
	}
	if c.Client, err = s.Authorise(r, snapshot, c.Now); err != nil {
		return nil, err
	}
	if e.Access == Write && c.Client.ReadOnly {
		return nil, fault.New(http.StatusForbidden, fault.PermissionDenied,
			"This API client may only read: use one that may write.")
	}
	return c, nil
}

// admit waits until there is room for the request, and reads its body. Whoever asks
// for little does not wait for those who send much.
func (s *Server) admit(x *exchange, c *Call, e Endpoint) (v *visit, err error) {
	client, stranger := s.visitor(c), c.Client == nil
	if e.Method == http.MethodPost {
		c.Body, v, err = s.receive(x, c.Request, client, stranger)
	} else {
		v, err = s.reads.enter(c.Request.Context(), client, stranger, 1)
	}
	if errors.Is(err, errCrowded) { // whose body is not kept any more
		select {
		case <-time.After(calming):
		case <-c.Request.Context().Done():
		}
	}
	if err == nil && e.Method == http.MethodPost {
		x.outcome.Received = len(c.Body)
		c.visit = v
	}
	return v, err
}

// visitor is whose share of the room the request takes: its client's or, where it
// has none, that of the place it comes from.
func (s *Server) visitor(c *Call) string {
	if c.Client != nil {
		return c.Client.ID
	}
	return s.place(c.Request)
}

func (s *Server) place(r *http.Request) string {
	if s.Place != nil {
		return s.Place(r)
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
