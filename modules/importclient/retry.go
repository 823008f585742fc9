package importclient

import (
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// retryError ends an attempt that may be repeated unchanged.
type retryError struct {
	reason string
	after  time.Duration // what the service asks for, 0 if it asks for nothing
	ofLine bool          // the service answers, and cannot do a line at present
}

func (e *retryError) Error() string { return e.reason }

// choosePause returns how long to wait before the next attempt: as long as the service asks for, or
// the next of pauses.
func (e *retryError) choosePause(pauses *backoff.ExponentialBackOff) time.Duration {
	if e.after <= 0 {
		return pauses.NextBackOff()
	}
	// The random part keeps requests that were refused together from returning together.
	return e.after + time.Duration(rand.Int64N(int64(e.after)/10+1))
}

// newLostError makes the error of a request that got no answer.
func newLostError(err error) error {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return newStopError("the service's certificate is not trusted: %v", unwrapURLError(err))
	}
	if errors.Is(err, http.ErrSchemeMismatch) {
		return newStopError("the service does not speak HTTPS, see --url")
	}
	return &retryError{reason: describeLost(err)}
}

// unwrapURLError removes the method and address that net/http puts before an error.
func unwrapURLError(err error) error {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		return wrapped.Err
	}
	return err
}

// classifyRetry returns how to repeat a request with this answer. It returns nil where the answer
// is final.
func classifyRetry(a answer) *retryError {
	switch {
	case a.status == http.StatusTooManyRequests, a.status >= 500,
		a.status == http.StatusRequestTimeout, a.status == http.StatusTooEarly:
		return &retryError{
			reason: fmt.Sprintf("%d %v", a.status, parseRefusal(a)),
			after:  parseRetryAfter(a.header.Get("Retry-After"), time.Now()),
		}
	default:
		return nil
	}
}

// parseRetryAfter reads a Retry-After header (RFC 9110, 10.2.3): seconds or a date.
func parseRetryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseInt(value, 10, 32); err == nil {
		return max(0, time.Duration(seconds)*time.Second)
	}
	if date, err := http.ParseTime(value); err == nil {
		return max(0, date.Sub(now))
	}
	return 0
}
