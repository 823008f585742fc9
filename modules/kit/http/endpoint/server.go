package endpoint

import (
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/admission"
	"dataimport/modules/kit/store/settingsdb"
)

// Prefix is where the interface lives.
const Prefix = "/v1/"

// Server answers the requests of the interface.
type Server struct {
	Settings *settingsdb.Store
	// Authorise finds the client of a request; its error is a *fault.Error.
	Authorise func(r *http.Request, s *settings.Snapshot, now time.Time) (*settings.Client, error)
	Limits    payload.Limits
	MaxBody   int64 // bytes of a request's body
	// Answered is told what became of each call that has a step; it must be quick.
	Answered func(c *Call, step string, err error)
	// Admission decides which requests are served, and when.
	Admission *admission.Admission
	// CallerAddress gives the address that a request comes from; nil takes the address of
	// the connection.
	CallerAddress func(r *http.Request) string
	Log           *slog.Logger
	// Watch gives the watcher of an operation, once when the service starts; nil
	// where nobody watches.
	Watch func(operation string) Watcher
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
		ticket, err := s.Admission.Enter()
		if err != nil {
			s.turnAway(x, err)
			return
		}
		defer ticket.Leave() // a handler may panic
		c, err := s.authorised(x, r, e)
		if err != nil {
			s.turnAway(x, err)
			return
		}
		c.ticket = ticket
		if err := s.admit(x, c, e); err != nil {
			s.turnAway(x, err)
			return
		}
		reply, err := e.Handle(c)
		if e.Step != "" && s.Answered != nil {
			s.Answered(c, e.Step, err)
		}
		ticket.Release() // to send the answer needs no more than the connection
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

// admit applies the limits of the caller, waits until the queue admits the call, and
// reads its body.
func (s *Server) admit(x *exchange, c *Call, e Endpoint) (err error) {
	caller := admission.Caller{Client: c.Client}
	if c.Client == nil {
		caller.Address = s.callerAddress(c.Request)
	}
	if err := c.ticket.ApplyLimits(caller, c.Now); err != nil {
		return err
	}
	if e.Method == http.MethodPost {
		if c.Body, err = s.receive(x, c.Request, c.ticket); err == nil {
			x.outcome.Received = len(c.Body)
		}
	} else {
		err = c.ticket.AdmitRead(c.Request.Context())
	}
	admission.HoldBack(c.Request.Context(), err)
	return err
}

func (s *Server) callerAddress(r *http.Request) string {
	if s.CallerAddress != nil {
		return s.CallerAddress(r)
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
