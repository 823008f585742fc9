package vendors

import (
	"context"
	"net"
	"net/http"
	"time"
)

const (
	// maxAnswer is the largest answer of a vendor, in bytes. It is far more than any
	// answer needs.
	maxAnswer = 64 << 10
	// connecting bounds everything before a request is sent. An address that drops
	// packets then leaves time for another attempt.
	connecting = 3 * time.Second
	// idlePerVendor is the number of connections to one vendor that a busy import keeps
	// in use.
	idlePerVendor = 32
)

// Dial opens a connection, as [net.Dialer.DialContext] does.
type Dial func(ctx context.Context, network, address string) (net.Conn, error)

// Options change how vendors are asked. The service uses the zero value, with its own
// Dial and Watch.
type Options struct {
	Limits Limits // the zero value means DefaultLimits
	// Dial replaces the dialer. It can refuse addresses with ErrForbiddenAddress. It must
	// check the address that a name was resolved to, as the Control function of a
	// net.Dialer does, because the resolution of a name may change in between. Where the
	// environment names a proxy, Dial sees the proxy's address.
	Dial Dial
	// Watch is called after every Verify; it may be nil.
	Watch Watch
}

func (o Options) limits() Limits {
	if o.Limits == (Limits{}) {
		return DefaultLimits
	}
	return o.Limits
}

// client returns the HTTP client of all vendors of a registry.
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

// careful returns only answers that an adapter, or its library, can safely read: no
// answer whose status alone says that the vendor cannot be asked, no redirect, and at
// most maxAnswer bytes, counted after decompression.
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
