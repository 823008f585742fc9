package vendors

import (
	"context"
	"net"
	"net/http"
	"time"
)

const (
	// maxAnswer is far more than any answer needs.
	maxAnswer = 64 << 10
	// connecting bounds what comes before a request can be sent, so that an address
	// that swallows packets leaves time for another attempt.
	connecting = 3 * time.Second
	// idlePerVendor is as many connections as a busy import keeps at work.
	idlePerVendor = 32
)

// Dial opens a connection, as [net.Dialer.DialContext] does.
type Dial func(ctx context.Context, network, address string) (net.Conn, error)

// Options change how vendors are asked. The zero value is what a service uses.
type Options struct {
	Limits Limits // DefaultLimits where it is zero
	// Dial replaces the dialer. It is where some addresses can be refused, with
	// ErrForbiddenAddress, and must judge the address that a name was resolved to, as
	// the Control function of a net.Dialer does: a name may change in between. A
	// proxy of the environment is what it sees, where there is one.
	Dial Dial
	// Watch is told of every Verify; nil tells nobody.
	Watch Watch
}

func (o Options) limits() Limits {
	if o.Limits == (Limits{}) {
		return DefaultLimits
	}
	return o.Limits
}

// client is for all vendors of a registry.
func (o Options) client() *http.Client {
	dial := o.Dial
	if dial == nil {
		dial = (&net.Dialer{Timeout: connecting, KeepAlive: 30 * time.Second}).DialContext
	}
	return &http.Client{Transport: &careful{&http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: dial, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: connecting, MaxResponseHeaderBytes: maxAnswer,
		MaxIdleConnsPerHost: idlePerVendor, IdleConnTimeout: 90 * time.Second,
	}}}
}

// careful hands on what an adapter, or the library it uses, can safely read: no answer
// that says by its status alone that the vendor cannot be asked, no redirect, and never
// more than maxAnswer bytes, counted after decompression.
type careful struct {
	next http.RoundTripper
}

func (c *careful) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := c.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if status := response.StatusCode; status != http.StatusOK && (status < 400 || isUnavailable(status)) {
		_ = response.Body.Close()
		return nil, ofStatus(status, response.Header)
	}
	response.Body = http.MaxBytesReader(nil, response.Body, maxAnswer)
	return response, nil
}

func isUnavailable(status int) bool {
	_, unavailable := ofStatus(status, nil).(*UnavailableError)
	return unavailable
}
