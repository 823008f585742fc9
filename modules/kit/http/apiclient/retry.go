package apiclient

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

// RetryError ends an attempt that may be repeated unchanged.
type RetryError struct {
	Reason string
	After  time.Duration // what the service asks for, 0 if it asks for nothing
	// Answered says that the service answers, and cannot do a part of the request at present.
	Answered bool
}

func (e *RetryError) Error() string { return e.Reason }

// choosePause returns how long to wait before the next attempt: as long as the service asks for, or
// the next of pauses.
func (e *RetryError) choosePause(pauses *backoff.ExponentialBackOff) time.Duration {
	if e.After <= 0 {
		return pauses.NextBackOff()
	}
	// The random part keeps requests that were refused together from returning together.
	return e.After + time.Duration(rand.Int64N(int64(e.After)/10+1))
}

// newLostError makes the error of a request that got no answer.
func newLostError(err error) error {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return NewStopError("the service's certificate is not trusted: %v", unwrapURLError(err))
	}
	if errors.Is(err, http.ErrSchemeMismatch) {
		return NewStopError("the service does not speak HTTPS, see --url")
	}
	return &RetryError{Reason: describeLost(err)}
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
func classifyRetry(a Answer) *RetryError {
	switch {
	case a.Status == http.StatusTooManyRequests, a.Status >= 500,
		a.Status == http.StatusRequestTimeout, a.Status == http.StatusTooEarly:
		return &RetryError{
			Reason: fmt.Sprintf("%d %v", a.Status, parseRefusal(a)),
			After:  parseRetryAfter(a.Header.Get("Retry-After"), time.Now()),
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
