package importclient

import (
	"context"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// A lifetime holds the two contexts of a run. After taking has ended, no line is taken and no
// request is repeated. After sending has ended, a grace period later, requests in flight are
// cancelled.
type lifetime struct {
	taking, sending context.Context
}

// newLifetime returns a lifetime that ctx or stop ends.
func newLifetime(ctx context.Context, grace time.Duration) (life lifetime, stop context.CancelCauseFunc) {
	taking, stop := context.WithCancelCause(ctx)
	sending, cut := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(taking, func() { time.AfterFunc(grace, cut) })
	return lifetime{taking: taking, sending: sending}, stop
}

// An api calls the service. It authorises each call, and repeats it until the answer is final.
type api struct {
	conn       *connection
	tokens     *tokens
	retryFor   time.Duration
	firstPause time.Duration

	// What the display shows of a wait.
	pause     atomic.Pointer[wait] // before the next attempt of a request; nil after an answer
	inFlight  atomic.Int64         // requests under way
	lastHeard atomic.Int64         // the last sign of the service, in Unix nanoseconds
	slow      time.Duration        // without a sign of the service
}

func newAPI(s service) *api {
	conn := newConnection(s.url, s.concurrency, s.timings.request)
	return &api{conn: conn, tokens: newTokens(conn, s.key), retryFor: s.retryFor, firstPause: s.timings.firstPause, slow: s.timings.slow}
}

// callUntilAnswered sends a request and reads the successful answer into a value. Any other result
// is an error: a *refusal, a *stopError, or an error that wraps errUnfinished.
func (a *api) callUntilAnswered(life lifetime, r request, into any) error {
	return a.repeatUntilDone(life, func() error {
		found, err := a.attemptCall(life.sending, r, nil)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(found.body, into, jsontext.AllowDuplicateNames(true)); err != nil {
			return newStopError("the service's answer of %s is not understood: %v", r.path, err)
		}
		return nil
	})
}

// repeatUntilDone repeats an attempt until it ends without a *retryError, or until its time is up.
// An attempt that got something done says so with errProgress: its time begins anew.
func (a *api) repeatUntilDone(life lifetime, attempt func() error) error {
	pauses, begun := a.newBackOff(), time.Now()
	for {
		err := attempt()
		var progress *progressError
		if errors.As(err, &progress) {
			begun, err = time.Now(), progress.err
			pauses.Reset()
		}
		again, ok := errors.AsType[*retryError](err)
		if !ok {
			return err
		}
		pause := again.choosePause(pauses)
		if time.Since(begun)+pause > a.retryFor {
			return a.newGivenUpError(again)
		}
		a.pause.Store(&wait{reason: joinLines(again.reason), until: time.Now().Add(pause)})
		select {
		case <-life.taking.Done():
			return errUnfinished
		case <-time.After(pause):
		}
	}
}

func (a *api) newGivenUpError(again *retryError) error {
	return fmt.Errorf("%w: no usable answer from %s within %s: %w", errUnfinished, a.conn.base, a.retryFor, again)
}

// A progressError is the error of an attempt that got a part of its work done.
type progressError struct{ err error }

func (e *progressError) Error() string { return e.err.Error() }

func (a *api) newBackOff() *backoff.ExponentialBackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = a.firstPause
	b.Multiplier = 2
	b.MaxInterval = 30 * time.Second
	return b
}

// attemptCall makes one attempt: one request, or two if the token was not accepted.
func (a *api) attemptCall(ctx context.Context, r request, read func(http.Header, io.Reader) error) (answer, error) {
	defer a.beginRequest()()
	token, err := a.tokens.getToken(ctx, "")
	if err != nil {
		return answer{}, err
	}
	found, err := a.conn.send(ctx, r, token, read)
	if err == nil && found.status == http.StatusUnauthorized {
		if token, err = a.tokens.getToken(ctx, token); err != nil {
			return answer{}, err
		}
		found, err = a.conn.send(ctx, r, token, read)
	}
	if err != nil {
		return answer{}, err
	}
	return found, a.classifyAnswer(found)
}

// classifyAnswer accepts an answer with nil, or returns the error that repeats or ends the call.
func (a *api) classifyAnswer(found answer) error {
	a.hearService()
	if again := classifyRetry(found); again != nil {
		return again
	}
	a.pause.Store(nil)
	switch {
	case found.isSuccess():
		return checkMediaType(a.conn.base, found.header)
	case found.status >= 300 && found.status < 400:
		return newStopError("%s redirects to %q, see --url", a.conn.base, found.header.Get("Location"))
	case found.status == http.StatusUnauthorized:
		return newStopError("the service does not accept its own token (%v)", parseRefusal(found))
	default:
		return parseRefusal(found)
	}
}

// checkMediaType returns a *stopError for a successful answer that is not JSON. A sign-in page that
// answers 200 to each request must not count as a service that imports everything.
func checkMediaType(base string, header http.Header) error {
	kind, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err == nil && (kind == mediaJSON || kind == mediaLines) {
		return nil
	}
	return newStopError("%s does not answer in JSON, see --url", base)
}
