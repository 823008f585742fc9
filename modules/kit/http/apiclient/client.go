// Package apiclient requests the published interface of a running service, for programs that
// run anywhere. It obtains and renews tokens, repeats requests that got no usable answer, and
// says what it waits for.
package apiclient

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

// Options say how a client reaches the service. A time that is zero has its usual length.
type Options struct {
	URL, Key   string        // the address has no slash at its end
	Requests   int           // at most at once; zero is one
	RetryFor   time.Duration // how long a request is repeated that gets no usable answer
	FirstPause time.Duration // before the first repetition of a request
	Idle       time.Duration // without a byte of the service, until a request ends
	Slow       time.Duration // without a sign of the service, until it counts as slow
}

func (o Options) complete() Options {
	o.Requests = max(o.Requests, 1)
	for _, t := range []struct {
		set   *time.Duration
		usual time.Duration
	}{{&o.RetryFor, 5 * time.Minute}, {&o.FirstPause, 500 * time.Millisecond}, {&o.Idle, 2 * time.Minute}, {&o.Slow, 3 * time.Second}} {
		if *t.set == 0 {
			*t.set = t.usual
		}
	}
	return o
}

// Client calls the service. It authorises each call, and repeats it until the answer is final.
type Client struct {
	options Options
	conn    *connection
	tokens  *tokens

	pause     atomic.Pointer[Wait] // before the next attempt of a request; nil after an answer
	inFlight  atomic.Int64         // requests under way
	lastHeard atomic.Int64         // the last sign of the service, in Unix nanoseconds
}

// New returns a client. It sends nothing yet.
func New(o Options) *Client {
	o = o.complete()
	conn := newConnection(o.URL, o.Requests, o.Idle)
	return &Client{options: o, conn: conn, tokens: &tokens{conn: conn, key: o.Key}}
}

// ErrUnfinished is wrapped by the error of a call that ended without a final answer. The same
// call may succeed later.
var ErrUnfinished = errors.New("not finished")

// Call sends a request and reads the successful answer into a value, until ctx ends. Any other
// result is an error: a *[Refusal], a *[StopError], or an error that wraps [ErrUnfinished].
func (c *Client) Call(ctx context.Context, r Request, into any) error {
	return c.Repeat(ctx, func() error { return c.AttemptInto(ctx, r, into) })
}

// AttemptInto makes one attempt of a request, and reads the successful answer into a value.
func (c *Client) AttemptInto(ctx context.Context, r Request, into any) error {
	found, err := c.Attempt(ctx, r, nil)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(found.Body, into, jsontext.AllowDuplicateNames(true)); err != nil {
		return NewStopError("the service's answer of %s is not understood: %v", r.Path, err)
	}
	return nil
}

// Repeat repeats an attempt until it ends without a *[RetryError], until its time is up or
// until ctx ends. The time begins anew after an attempt that ends with a *[ProgressError].
func (c *Client) Repeat(ctx context.Context, attempt func() error) error {
	pauses, begun := c.newBackOff(), time.Now()
	for {
		err := attempt()
		if progress, ok := errors.AsType[*ProgressError](err); ok {
			begun, err = time.Now(), progress.Err
			pauses.Reset()
		}
		again, ok := errors.AsType[*RetryError](err)
		if !ok {
			return err
		}
		pause := again.choosePause(pauses)
		if time.Since(begun)+pause > c.options.RetryFor {
			return fmt.Errorf("%w: no usable answer from %s within %s: %w", ErrUnfinished, c.conn.base, c.options.RetryFor, again)
		}
		c.pause.Store(&Wait{Reason: JoinLines(again.Reason), Until: time.Now().Add(pause)})
		select {
		case <-ctx.Done():
			return ErrUnfinished
		case <-time.After(pause):
		}
	}
}

func (c *Client) newBackOff() *backoff.ExponentialBackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = c.options.FirstPause
	b.Multiplier = 2
	b.MaxInterval = 30 * time.Second
	return b
}

// Attempt makes one attempt of a request: one request, or two where the token was not
// accepted. A successful answer is streamed to read where that is not nil. The error is a
// *[RetryError] where the request may be repeated.
func (c *Client) Attempt(ctx context.Context, r Request, read func(http.Header, io.Reader) error) (Answer, error) {
	defer c.beginRequest()()
	token, err := c.tokens.getToken(ctx, "")
	if err != nil {
		return Answer{}, err
	}
	guarded := read
	if read != nil {
		guarded = func(h http.Header, body io.Reader) error {
			if err := checkMediaType(c.conn.base, h); err != nil {
				return err
			}
			return read(h, &watchedReader{from: body, heard: func() {
				c.hearService()
				c.pause.Store(nil)
			}})
		}
	}
	found, err := c.conn.send(ctx, r, token, guarded)
	if err == nil && found.Status == http.StatusUnauthorized {
		if token, err = c.tokens.getToken(ctx, token); err != nil {
			return Answer{}, err
		}
		found, err = c.conn.send(ctx, r, token, guarded)
	}
	if err != nil {
		return Answer{}, err
	}
	return found, c.classifyAnswer(found)
}

// classifyAnswer accepts an answer with nil, or returns the error that repeats or ends the
// call.
func (c *Client) classifyAnswer(found Answer) error {
	c.hearService()
	if again := classifyRetry(found); again != nil {
		return again
	}
	c.pause.Store(nil)
	switch {
	case found.isSuccess():
		return checkMediaType(c.conn.base, found.Header)
	case found.Status >= 300 && found.Status < 400:
		return NewStopError("%s redirects to %q, see --url", c.conn.base, found.Header.Get("Location"))
	case found.Status == http.StatusUnauthorized:
		return NewStopError("the service does not accept its own token (%v)", parseRefusal(found))
	default:
		return parseRefusal(found)
	}
}

// checkMediaType returns a *[StopError] for a successful answer that is not JSON. A sign-in page
// that answers 200 to each request is no service.
func checkMediaType(base string, header http.Header) error {
	kind, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err == nil && (kind == MediaJSON || kind == MediaLines) {
		return nil
	}
	return NewStopError("%s does not answer in JSON, see --url", base)
}
