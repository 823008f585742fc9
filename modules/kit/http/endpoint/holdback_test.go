package endpoint

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/admission"
)

// fillQueues has so many requests wait for their admission that further ones may not
// even wait, until ctx ends.
func fillQueues(ctx context.Context, a *admission.Admission) {
	admit := []func(t *admission.Ticket) error{
		func(t *admission.Ticket) error { return t.AdmitRead(ctx) },
		func(t *admission.Ticket) error { return t.AdmitWrite(ctx, 0) },
	}
	for i := range 4096 {
		go func() {
			ticket, err := a.Enter()
			if err != nil {
				return
			}
			defer ticket.Leave()
			caller := admission.Caller{Client: &settings.Client{ID: fmt.Sprint(i % 16)}}
			if ticket.ApplyLimits(caller, time.Now()) == nil && admit[i%2](ticket) == nil {
				<-ctx.Done()
			}
		}()
	}
	synctest.Wait()
}

// A request that may not even wait is refused after a second, unless its client has gone.
func TestARequestAtAFullQueueIsHeldBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Server{MaxBody: 100, Admission: admission.New(2, 0)}
		filled, empty := context.WithCancel(t.Context())
		defer empty()
		fillQueues(filled, s.Admission)
		for _, method := range []string{http.MethodPost, http.MethodGet} {
			for _, stays := range []time.Duration{time.Hour, time.Second / 2} {
				ctx, end := context.WithTimeout(t.Context(), stays)
				r := httptest.NewRequestWithContext(ctx, method, "/v1/x", strings.NewReader("{}"))
				r.Header.Set("Content-Type", "application/json")
				ticket, err := s.Admission.Enter()
				if err != nil {
					t.Fatal(err)
				}
				w, began := newResponseRecorder(httptest.NewRecorder(), r), time.Now()
				err = s.admit(w, &Call{Request: r, ticket: ticket}, Endpoint{Method: method})
				if took := time.Since(began); !errors.Is(err, admission.ErrThrottled) || took != min(stays, time.Second) {
					t.Errorf("%s: %v after %s", method, err, took)
				}
				ticket.Leave()
				end()
			}
		}
	})
}
