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

// An answer is a complete HTTP answer.
type answer struct {
	status int
	header http.Header
	body   []byte // its first 16 MiB
}

func (a answer) isSuccess() bool { return a.status >= 200 && a.status < 300 }

// A connection sends one POST for each call.
type connection struct {
	client *http.Client
	base   string
}

func newConnection(base string, concurrency int, timeout time.Duration) *connection {
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	return &connection{base: base, client: &http.Client{
		Timeout: timeout,
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

// sendPost sends body and returns the answer, whatever its status. An error means that no complete
// answer arrived. The service may have acted on the request nevertheless.
func (c *connection) sendPost(ctx context.Context, path, token string, body []byte) (answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+path, bytes.NewReader(body))
	if err != nil {
		return answer{}, newStopError("no request can be made to %s: %v", c.base, err)
	}
	request.Header.Set("User-Agent", "dataimport-client")
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Token "+token)
	}
	response, err := c.client.Do(request)
	if err != nil {
		return answer{}, newLostError(err)
	}
	defer func() { _ = response.Body.Close() }() // it is read to its end below
	a := answer{status: response.StatusCode, header: response.Header}
	if a.body, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer)); err == nil {
		_, err = io.Copy(io.Discard, response.Body)
	}
	if err != nil {
		return answer{}, newLostError(fmt.Errorf("the answer broke off: %w", err))
	}
	return a, nil
}
