package importclient

import (
	"context"
	"errors"
	"fmt"
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

// An api calls the service. It authorises each call, and repeats it until the answer is final.
type api struct {
	conn       *connection
	tokens     *tokens
	retryFor   time.Duration
	firstPause time.Duration

	lastAnswered atomic.Int64 // when the service last answered finally, in Unix nanoseconds

	// What the display shows of a wait.
	pause     atomic.Pointer[wait] // before the next attempt of a request; nil after an answer
	inFlight  atomic.Int64         // requests under way
	lastHeard atomic.Int64         // the last sign of the service, in Unix nanoseconds
	slow      time.Duration        // without a sign of the service
}

func newAPI(o options) *api {
	conn := newConnection(o.url, o.concurrency, o.timings.request)
	return &api{conn: conn, tokens: newTokens(conn, o.key), retryFor: o.retryFor, firstPause: o.timings.firstPause, slow: o.timings.slow}
}

// callUntilAnswered posts body and returns the successful answer. Any other result is an error: a
// *refusal, a *stopError, or an error that wraps errUnfinished.
func (a *api) callUntilAnswered(life lifetime, path string, body []byte) (answer, error) {
	begun := time.Now()
	attempt := func() (answer, error) {
		found, err := a.attemptCall(life.sending, path, body)
		if _, again := errors.AsType[*retryError](err); err != nil && !again {
			err = backoff.Permanent(err)
		}
		return found, err
	}
	found, err := backoff.Retry(life.taking, attempt,
		backoff.WithBackOff(a.newBackOff()),
		backoff.WithMaxElapsedTime(a.retryFor),
		backoff.WithNotify(func(err error, pause time.Duration) {
			a.pause.Store(&wait{reason: joinLines(err.Error()), until: time.Now().Add(pause)})
		}))
	if err == nil {
		return found, nil
	}
	return answer{}, a.classifyEnd(begun, err)
}

func (a *api) newBackOff() backoff.BackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = a.firstPause
	b.Multiplier = 2
	b.MaxInterval = 30 * time.Second
	return b
}

// classifyEnd returns the error for a call that ended with err. A call whose time is up leaves its
// line unfinished where the service answered other calls meanwhile. Otherwise it ends the run.
func (a *api) classifyEnd(begun time.Time, err error) error {
	if _, ok := errors.AsType[*refusal](err); ok {
		return err
	}
	if _, ok := errors.AsType[*stopError](err); ok {
		return err
	}
	again, ok := errors.AsType[*retryError](err)
	switch {
	case !ok: // the run ended during a pause
		return errUnfinished
	case a.lastAnswered.Load() < begun.UnixNano():
		return newStopError("no usable answer from %s within %s: %v", a.conn.base, a.retryFor, again)
	default:
		return fmt.Errorf("%w after %s: %w", errUnfinished, a.retryFor, again)
	}
}

// attemptCall makes one attempt: one request, or two if the token was not accepted.
func (a *api) attemptCall(ctx context.Context, path string, body []byte) (answer, error) {
	defer a.beginRequest()()
	token, err := a.tokens.getToken(ctx, "")
	if err != nil {
		return answer{}, err
	}
	found, err := a.conn.sendPost(ctx, path, token, body)
	if err == nil && found.status == http.StatusUnauthorized {
		if token, err = a.tokens.getToken(ctx, token); err != nil {
			return answer{}, err
		}
		found, err = a.conn.sendPost(ctx, path, token, body)
	}
	if err != nil {
		return answer{}, err
	}
	return found, a.classifyAnswer(found)
}

// classifyAnswer accepts an answer with nil, or returns the error that repeats or ends the call.
func (a *api) classifyAnswer(found answer) error {
	a.hearService()
	again := classifyRetry(found)
	if again == nil || again.answered {
		a.lastAnswered.Store(time.Now().UnixNano())
	}
	if again != nil {
		return again
	}
	a.pause.Store(nil)
	switch {
	case found.isSuccess():
		return checkMediaType(a.conn.base, found)
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
func checkMediaType(base string, found answer) error {
	kind, _, err := mime.ParseMediaType(found.header.Get("Content-Type"))
	if err == nil && kind == "application/json" {
		return nil
	}
	return newStopError("%s does not answer in JSON, see --url", base)
}
