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

// tryAgain is the end of an attempt that may be repeated unchanged.
type tryAgain struct {
	reason   string
	after    time.Duration // what the service asks for, 0 if it does not say
	answered bool          // the service itself answered, about this request
	busy     bool          // another attempt holds the account
}

func (e *tryAgain) Error() string { return e.reason }

// Unwrap hands the wished-for pause to backoff.
func (e *tryAgain) Unwrap() error {
	if e.after <= 0 {
		return nil
	}
	// Workers refused together would otherwise come back together.
	spread := time.Duration(rand.Int64N(int64(e.after)/10 + 1))
	return &backoff.RetryAfterError{Duration: e.after + spread}
}

// lost makes the error of a request that got no answer.
func lost(err error) error {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return stopf("the service's certificate is not trusted: %v", cause(err))
	}
	if errors.Is(err, http.ErrSchemeMismatch) {
		return stopf("the service does not speak HTTPS, see --url")
	}
	return &tryAgain{reason: cause(err).Error()}
}

// cause leaves out the method and address that net/http puts before an error.
func cause(err error) error {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		return wrapped.Err
	}
	return err
}

// retryable returns how to repeat a request with this answer, nil if it is
// final.
func retryable(a answer) *tryAgain {
	switch {
	case a.status == http.StatusBadRequest:
		if r := refusalOf(a); r.has("import_process_in_progress") {
			return &tryAgain{reason: r.Error(), answered: true, busy: true}
		}
		return nil
	case a.status == http.StatusTooManyRequests, a.status >= 500,
		a.status == http.StatusRequestTimeout, a.status == http.StatusTooEarly:
		r := refusalOf(a)
		return &tryAgain{
			reason:   fmt.Sprintf("%d %v", a.status, r),
			after:    retryAfter(a.header.Get("Retry-After"), time.Now()),
			answered: a.status == http.StatusInternalServerError && r.fromService(),
		}
	default:
		return nil
	}
}

// retryAfter reads a Retry-After header (RFC 9110, 10.2.3): seconds or a date.
func retryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseInt(value, 10, 32); err == nil {
		return max(0, time.Duration(seconds)*time.Second)
	}
	if date, err := http.ParseTime(value); err == nil {
		return max(0, date.Sub(now))
	}
	return 0
}
