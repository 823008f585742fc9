package vendors

import (
	"errors"
	"fmt"
	"mime"
	"net"
	"net/http"
	"slices"
	"strconv"
	"time"

	"dataimport/modules/kit/domain/foreign"
	"dataimport/modules/kit/http/outbound"
)

// ErrForbiddenAddress is what a dialer of [Options] returns for an address that the
// service must not connect to.
var ErrForbiddenAddress = outbound.ErrForbidden

// classify makes a failed attempt a *PersistentError or an *UnavailableError. Every
// failure that is not known to last is intermittent: time-outs, refused and reset
// connections, an expired certificate, an answer that was cut off.
func classify(err error) error {
	var lasting *PersistentError
	var passing *UnavailableError
	var name *net.DNSError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &lasting):
		return lasting
	case errors.As(err, &passing):
		return passing
	case errors.Is(err, ErrForbiddenAddress):
		return persistent(RuleUnreachable.Code, ErrForbiddenAddress)
	case errors.As(err, &name) && name.IsNotFound:
		return persistent(RuleUnreachable.Code, foreign.Hide(err))
	default:
		return &UnavailableError{Cause: foreign.Hide(err)}
	}
}

// ofStatus is the error of an answer that is not 200. A redirect is never followed,
// because the secret would be sent to the new address. The status of the redirect says
// whether it lasts. 409 is intermittent: a vendor answers 409 to a repeated key while it
// still works on the first request.
func ofStatus(status int, header http.Header) error {
	cause := fmt.Errorf("the vendor answered with status %d", status)
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return persistent(RuleCredentials.Code, cause)
	case http.StatusNotFound, http.StatusGone:
		return persistent(RuleNotFound.Code, cause)
	case http.StatusMovedPermanently, http.StatusPermanentRedirect:
		return persistent(RuleUnreachable.Code, cause)
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		return &UnavailableError{RetryAfter: retryAfter(header), Cause: cause}
	}
	if status >= 400 && status < 500 {
		return persistent(RuleRefused.Code, cause)
	}
	return &UnavailableError{RetryAfter: retryAfter(header), Cause: cause}
}

// unintelligible is the error of a 200 without a usable answer, such as a maintenance
// page, an empty body or another service's answer. It says nothing about the instruction,
// and another attempt does no harm, so the error is intermittent. The answer's text stays
// out of the log because its content is unknown.
func unintelligible(size int, header http.Header) error {
	cause := fmt.Errorf("the vendor answered with %d bytes that cannot be understood, of %s", size, mediaType(header))
	return &UnavailableError{Cause: cause}
}

// mediaType names the type of an answer, where it is one that vendors and proxies send.
func mediaType(header http.Header) string {
	name, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil || !slices.Contains([]string{"application/json", "application/xml", "text/html", "text/plain", "text/xml"}, name) {
		return "another type"
	}
	return name
}

// maxRetryAfter bounds the pause that a vendor may ask for, because clients get it as
// Retry-After.
const maxRetryAfter = time.Hour

// retryAfter is the pause that the vendor asks for. The vendor gives it in seconds or as
// a date.
func retryAfter(header http.Header) time.Duration {
	value := header.Get("Retry-After")
	pause := time.Duration(0)
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		pause = time.Duration(seconds) * time.Second
	} else if date, err := http.ParseTime(value); err == nil {
		pause = time.Until(date)
	}
	return min(max(pause, 0), maxRetryAfter)
}
