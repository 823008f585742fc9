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

// maxAnswer bounds what is kept of an answer. The longest that is read at all
// are the faults of one 10 MiB payload.
const maxAnswer = 16 << 20

// An answer is a whole HTTP answer: one whose body broke off is none.
type answer struct {
	status int
	header http.Header
	body   []byte // its first 16 MiB
}

func (a answer) success() bool { return a.status >= 200 && a.status < 300 }

// A connection posts to the service, once for each call.
type connection struct {
	client *http.Client
	base   string
}

func newConnection(base string, concurrency int, timeout time.Duration) *connection {
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	return &connection{base: base, client: &http.Client{
		Timeout: timeout,
		// A redirected POST arrives without its body.
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

// post sends body and returns the answer, whatever its status. An error means
// that there is none, though the service may have acted on the request.
func (c *connection) post(ctx context.Context, path, token string, body []byte) (answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+path, bytes.NewReader(body))
	if err != nil {
		return answer{}, stopf("no request can be made to %s: %v", c.base, err)
	}
	request.Header.Set("User-Agent", "dataimport-client")
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Token "+token)
	}
	response, err := c.client.Do(request)
	if err != nil {
		return answer{}, lost(err)
	}
	defer func() { _ = response.Body.Close() }() // read to its end below
	a := answer{status: response.StatusCode, header: response.Header}
	if a.body, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer)); err == nil {
		_, err = io.Copy(io.Discard, response.Body)
	}
	if err != nil {
		return answer{}, lost(fmt.Errorf("the answer broke off: %w", err))
	}
	return a, nil
}
