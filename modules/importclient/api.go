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

// A lifetime pairs the two ends of a run. After taking has ended no line is
// taken and no request repeated; after sending has ended, a grace period later,
// requests in flight are cut off.
type lifetime struct {
	taking, sending context.Context
}

// An api is the service as a run sees it: every call is authorised, and
// repeated until it gets an answer that repeating would not change.
type api struct {
	conn       *connection
	tokens     *tokens
	retryFor   time.Duration
	firstPause time.Duration

	heard   atomic.Int64           // when the service last answered, in Unix nanoseconds
	trouble atomic.Pointer[string] // why the latest attempt is repeated, for the display
}

func newAPI(o options) *api {
	conn := newConnection(o.url, o.concurrency, o.pace.request)
	return &api{conn: conn, tokens: newTokens(conn, o.key), retryFor: o.retryFor, firstPause: o.pace.firstPause}
}

// call posts body and returns the successful answer. Any other end is an error:
// a *refusal, a *stopError, or one that wraps errUnfinished.
func (a *api) call(life lifetime, path string, body []byte) (answer, error) {
	begun := time.Now()
	attempt := func() (answer, error) {
		found, err := a.attempt(life.sending, path, body)
		if _, again := errors.AsType[*tryAgain](err); err != nil && !again {
			err = backoff.Permanent(err)
		}
		return found, err
	}
	found, err := backoff.Retry(life.taking, attempt,
		backoff.WithBackOff(a.pauses()),
		backoff.WithMaxElapsedTime(a.retryFor),
		backoff.WithNotify(func(err error, _ time.Duration) {
			reason := err.Error()
			a.trouble.Store(&reason)
		}))
	if err == nil {
		return found, nil
	}
	return answer{}, a.ending(begun, err)
}

func (a *api) pauses() backoff.BackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = a.firstPause
	b.Multiplier = 2
	b.MaxInterval = 30 * time.Second
	return b
}

// ending says what it means that a call has ended in err. Running out of
// patience is the line's own matter as long as the service answers others.
func (a *api) ending(begun time.Time, err error) error {
	if _, ok := errors.AsType[*refusal](err); ok {
		return err
	}
	if _, ok := errors.AsType[*stopError](err); ok {
		return err
	}
	again, ok := errors.AsType[*tryAgain](err)
	switch {
	case !ok: // the run ended while waiting
		return errUnfinished
	case a.heard.Load() < begun.UnixNano():
		return stopf("no usable answer from %s within %s: %v", a.conn.base, a.retryFor, again)
	default:
		return fmt.Errorf("%w after %s: %w", errUnfinished, a.retryFor, again)
	}
}

// attempt is one call: one request, or two if the token was not accepted.
func (a *api) attempt(ctx context.Context, path string, body []byte) (answer, error) {
	token, err := a.tokens.get(ctx, "")
	if err != nil {
		return answer{}, err
	}
	found, err := a.conn.post(ctx, path, token, body)
	if err == nil && found.status == http.StatusUnauthorized {
		if token, err = a.tokens.get(ctx, token); err != nil {
			return answer{}, err
		}
		found, err = a.conn.post(ctx, path, token, body)
	}
	if err != nil {
		return answer{}, err
	}
	return found, a.judge(found)
}

// judge decides by the answer alone whether to accept it, to try again or to
// give up.
func (a *api) judge(found answer) error {
	again := retryable(found)
	if again == nil || again.answered {
		a.heard.Store(time.Now().UnixNano())
	}
	if again != nil {
		return again
	}
	a.trouble.Store(nil)
	switch {
	case found.success():
		return fromAnotherServer(a.conn.base, found)
	case found.status >= 300 && found.status < 400:
		return stopf("%s redirects to %q, see --url", a.conn.base, found.header.Get("Location"))
	case found.status == http.StatusUnauthorized:
		return stopf("the service does not accept its own token (%v)", refusalOf(found))
	default:
		return refusalOf(found)
	}
}

// fromAnotherServer keeps a sign-in page that answers 200 to everything from
// being taken for a service that imports everything.
func fromAnotherServer(base string, found answer) error {
	kind, _, err := mime.ParseMediaType(found.header.Get("Content-Type"))
	if err == nil && kind == "application/json" {
		return nil
	}
	return stopf("%s does not answer in JSON, see --url", base)
}
