package endpoint

import (
	"fmt"
	"net"
	"net/http"
	"time"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/admission"
	"dataimport/modules/kit/store/writer"
)

// serve makes the handler of an endpoint.
func (s *Server) serve(e Endpoint) http.Handler {
	operation := e.Operation.ID
	if operation == "" {
		operation = e.Method + " " + e.Path
	}
	return s.observe(operation, func(w *responseRecorder, r *http.Request) {
		ticket, err := s.Admission.Enter()
		if err != nil {
			s.refuse(w, err)
			return
		}
		defer ticket.Leave() // when the answer is sent, also where a handler panics
		c := &Call{Request: r, Now: time.Now().UTC(), Limits: s.Limits, ticket: ticket}
		w.call = c
		if err := s.authorise(c, e); err != nil {
			s.refuse(w, err)
			return
		}
		if err := s.admit(w, c, e); err != nil {
			s.refuse(w, err)
			return
		}
		if s.Barrier != nil && e.Step != "" { // it has one write, and does no work after that
			c.Request = r.WithContext(writer.WithCommitted(r.Context(), ticket.Release))
		}
		reply, err := e.Handle(c)
		if s.Barrier != nil && e.Access == Write && err != nil && KnownError(err) != nil {
			// A refusal may say that something is stored.
			if barrierErr := s.Barrier(); barrierErr != nil {
				err = fmt.Errorf("%w: %w", writer.ErrUnreplicated, barrierErr)
			}
		}
		if s.Permit != nil && err == nil {
			if permitErr := s.Permit(); permitErr != nil { // the machine may have slept since the write
				err = fmt.Errorf("%w: %w", writer.ErrUnreplicated, permitErr)
			}
		}
		if e.Step != "" && !c.Recorded && s.AccountEvents != nil {
			s.AccountEvents.RecordAnswer(c.Answer(e.Step, err))
		}
		if err != nil {
			s.fail(w, err)
			return
		}
		s.write(w, r, reply)
	})
}

var rulePermissionDenied = catalogue.Rule{
	Code: fault.PermissionDenied, Area: catalogue.Requests, Statuses: []int{http.StatusForbidden},
	Meaning: "The client may read and this request would write.",
	Remedy:  "Use a client that may write, or ask the operator to let this one.",
}

// authorise finds the settings and the client of a call, and checks its access.
func (s *Server) authorise(c *Call, e Endpoint) (err error) {
	if c.Settings, err = s.Settings.Current(); err != nil || e.Access == Open {
		return err
	}
	if c.Client, err = s.Authorise(c.Request, c.Settings, c.Now); err != nil {
		return err
	}
	if e.Access == Write && c.Client.ReadOnly {
		return fault.New(http.StatusForbidden, fault.PermissionDenied, "This API client may only read: use one that may write.")
	}
	return nil
}

// admit applies the limits of the caller, waits until the queue admits the call, and
// reads its body.
func (s *Server) admit(w *responseRecorder, c *Call, e Endpoint) (err error) {
	caller := admission.Caller{Client: c.Client}
	if c.Client == nil {
		caller.Address = s.callerAddress(c.Request)
	}
	if err := c.ticket.ApplyLimits(caller, c.Now); err != nil {
		return err
	}
	if e.Method == http.MethodPost {
		if c.Body, err = readBody(w, c.Request, c.ticket, e, s.maxBody(e)); err == nil {
			w.outcome.Received = len(c.Body)
		}
	} else {
		err = c.ticket.AdmitRead(c.Request.Context())
	}
	admission.HoldBack(c.Request.Context(), err)
	if err == nil && c.Client == nil && c.Request.Context().Err() != nil {
		// No client waits for it. A client with a token may close its side early and still read.
		return fault.New(http.StatusRequestTimeout, fault.RequestTimeout, "The connection was closed before the request was begun: send it again.")
	}
	return err
}

// maxBody is how many bytes the body of a request to an endpoint may have.
func (s *Server) maxBody(e Endpoint) int64 {
	if e.MaxBody > 0 {
		return min(e.MaxBody, s.MaxBody)
	}
	return s.MaxBody
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

// refuse answers a request whose body is not wanted. The server reads the rest of a
// short body, to keep the connection. It reads for a second at most, since a sender may
// be slow.
func (s *Server) refuse(w *responseRecorder, err error) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(time.Second))
	s.fail(w, err)
}
