package importclient

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// maxAnswer bounds how many bytes of an answer are stored. The longest answers are the faults of a
// 10 MiB payload.
const maxAnswer = 16 << 20

const (
	mediaJSON  = "application/json"
	mediaLines = "application/x-ndjson"
)

// A request is one request of the interface.
type request struct {
	method, path string
	media        string // of body
	body         []byte
}

// An answer is a complete HTTP answer.
type answer struct {
	status int
	header http.Header
	body   []byte // its first 16 MiB; empty where it was streamed
}

func (a answer) isSuccess() bool { return a.status >= 200 && a.status < 300 }

// A connection sends requests. A request ends when nothing arrives for the time of idle.
type connection struct {
	client *http.Client
	base   string
	idle   time.Duration
}

func newConnection(base string, concurrency int, idle time.Duration) *connection {
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	return &connection{base: base, idle: idle, client: &http.Client{
		// A redirected POST would arrive without its body.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			DialContext:         dialer.DialContext,
			ForceAttemptHTTP2:   true,
			TLSHandshakeTimeout: 10 * time.Second,
			IdleConnTimeout:     90 * time.Second,
			MaxIdleConns:        concurrency + 1, // one for the token
			MaxIdleConnsPerHost: concurrency + 1,
		},
	}}
}

// send sends a request and returns the answer, whatever its status. A successful answer is streamed
// to read where that is not nil. An error means that no complete answer arrived, or is of read. The
// service may have acted on the request nevertheless.
func (c *connection) send(ctx context.Context, r request, token string, read func(http.Header, io.Reader) error) (answer, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	late := time.AfterFunc(c.idle, func() { cancel(fmt.Errorf("no answer within %s", c.idle)) })
	defer late.Stop()
	response, err := c.open(ctx, r, token)
	if err != nil {
		return answer{}, describeCause(ctx, err)
	}
	defer func() { _ = response.Body.Close() }() // it is read to its end below
	body := &watchedReader{from: response.Body, heard: func() { late.Reset(c.idle) }}
	a := answer{status: response.StatusCode, header: response.Header}
	if read != nil && a.isSuccess() {
		return a, describeCause(ctx, read(response.Header, body))
	}
	if a.body, err = io.ReadAll(io.LimitReader(body, maxAnswer)); err == nil {
		_, err = io.Copy(io.Discard, body)
	}
	if err != nil {
		return answer{}, describeCause(ctx, newBrokenError(err))
	}
	return a, nil
}

func (c *connection) open(ctx context.Context, r request, token string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, r.method, c.base+r.path, bytes.NewReader(r.body))
	if err != nil {
		return nil, newStopError("no request can be made to %s: %v", c.base, err)
	}
	request.Header.Set("User-Agent", "dataimport-client")
	if r.media != "" {
		request.Header.Set("Content-Type", r.media)
	}
	request.Header.Set("Accept", mediaLines+", "+mediaJSON)
	if token != "" {
		request.Header.Set("Authorization", "Token "+token)
	}
	response, err := c.client.Do(request)
	if err != nil {
		return nil, newLostError(err)
	}
	return response, nil
}

// describeCause returns why the context of a request was cancelled in place of the error that
// followed.
func describeCause(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); err != nil && cause != nil && ctx.Err() != cause {
		return &retryError{reason: cause.Error()}
	}
	return err
}

func newBrokenError(err error) error {
	return newLostError(fmt.Errorf("the answer broke off: %w", err))
}

// A watchedReader tells when something arrives.
type watchedReader struct {
	from  io.Reader
	heard func()
}

func (r *watchedReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	if n > 0 {
		r.heard()
	}
	return n, err
}
