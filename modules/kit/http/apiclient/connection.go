package apiclient

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// maxAnswer bounds how many bytes of an answer are stored. The longest answers are the faults of
// a 10 MiB payload.
const maxAnswer = 16 << 20

// The media types of bodies.
const (
	MediaJSON  = "application/json"
	MediaLines = "application/x-ndjson" // a JSON value a line
)

// Request is one request of the interface.
type Request struct {
	Method, Path string
	Media        string // of Body
	Encoding     string // of Body; empty where it is not compressed
	Body         []byte
}

// Answer is a complete HTTP answer.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte // its first 16 MiB; empty where it was streamed
}

func (a Answer) isSuccess() bool { return a.Status >= 200 && a.Status < 300 }

// connection sends requests. A request ends when nothing arrives for the time of idle.
type connection struct {
	client *http.Client
	base   string
	idle   time.Duration
}

func newConnection(base string, requests int, idle time.Duration) *connection {
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
			MaxIdleConns:        requests + 1, // one for the token
			MaxIdleConnsPerHost: requests + 1,
		},
	}}
}

// send sends a request and returns the answer, whatever its status. A successful answer is
// streamed to read where that is not nil. An error means that no complete answer arrived, or is
// of read. The service may have acted on the request nevertheless.
func (c *connection) send(ctx context.Context, r Request, token string, read func(http.Header, io.Reader) error) (Answer, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	late := time.AfterFunc(c.idle, func() { cancel(fmt.Errorf("no answer within %s", c.idle)) })
	defer late.Stop()
	response, err := c.open(ctx, r, token)
	if err != nil {
		return Answer{}, describeCause(ctx, err)
	}
	defer func() { _ = response.Body.Close() }() // it is read to its end below
	body := &watchedReader{from: response.Body, heard: func() { late.Reset(c.idle) }}
	a := Answer{Status: response.StatusCode, Header: response.Header}
	if read != nil && a.isSuccess() {
		return a, describeCause(ctx, read(response.Header, body))
	}
	if a.Body, err = io.ReadAll(io.LimitReader(body, maxAnswer)); err == nil {
		_, err = io.Copy(io.Discard, body)
	}
	if err != nil {
		return Answer{}, describeCause(ctx, BrokenError(err))
	}
	return a, nil
}

func (c *connection) open(ctx context.Context, r Request, token string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, r.Method, c.base+r.Path, bytes.NewReader(r.Body))
	if err != nil {
		return nil, NewStopError("no request can be made to %s: %v", c.base, err)
	}
	request.Header.Set("User-Agent", "dataimport-client")
	if r.Media != "" {
		request.Header.Set("Content-Type", r.Media)
	}
	if r.Encoding != "" {
		request.Header.Set("Content-Encoding", r.Encoding)
	}
	request.Header.Set("Accept", MediaLines+", "+MediaJSON)
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
		return &RetryError{Reason: cause.Error()}
	}
	return err
}

// BrokenError returns the error of an answer that ended before its end.
func BrokenError(err error) error {
	return newLostError(fmt.Errorf("the answer broke off: %w", err))
}

// watchedReader tells when something arrives.
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
