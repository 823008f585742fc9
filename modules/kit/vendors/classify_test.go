package vendors

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"testing"
	"time"
)

func TestClassify(t *testing.T) {
	inCall := func(err error) error { return &url.Error{Op: "Post", URL: "http://vendor.example", Err: err} }
	refused := &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	for name, test := range map[string]struct {
		err  error
		code string // empty: intermittent
	}{
		"no such name":      {err: inCall(&net.OpError{Op: "dial", Err: &net.DNSError{IsNotFound: true}}), code: RuleUnreachable.Code},
		"name server fails": {err: inCall(&net.DNSError{IsTemporary: true})},
		"name server late":  {err: inCall(&net.DNSError{IsTimeout: true})},
		"forbidden address": {err: inCall(&net.OpError{Op: "dial", Err: ErrForbiddenAddress}), code: RuleUnreachable.Code},
		"refused":           {err: inCall(refused)},
		"reset":             {err: inCall(&net.OpError{Op: "read", Err: syscall.ECONNRESET})},
		"no route":          {err: inCall(&net.OpError{Op: "dial", Err: syscall.EHOSTUNREACH})},
		"deadline":          {err: inCall(context.DeadlineExceeded)},
		"canceled":          {err: context.Canceled},
		"end":               {err: inCall(io.EOF)},
		"cut off":           {err: io.ErrUnexpectedEOF},
		"certificate":       {err: inCall(x509.UnknownAuthorityError{})},
		"too large":         {err: &http.MaxBytesError{Limit: maxAnswer}},
		"anything else":     {err: errors.New("never heard of")},
		"already passing":   {err: inCall(ofStatus(503, nil))},
		"already lasting":   {err: inCall(ofStatus(301, nil)), code: RuleUnreachable.Code},
	} {
		t.Run(name, func(t *testing.T) {
			if test.code == "" {
				wantUnavailable(t, classify(test.err))
			} else {
				wantPersistent(t, classify(test.err), test.code)
			}
		})
	}
	if err := classify(nil); err != nil {
		t.Errorf("success is classified as %v", err)
	}
}

func TestOfStatus(t *testing.T) {
	want := map[int]string{
		301: RuleUnreachable.Code, 308: RuleUnreachable.Code, 401: RuleCredentials.Code, 403: RuleCredentials.Code, 404: RuleNotFound.Code, 410: RuleNotFound.Code,
		408: "", 409: "", 425: "", 429: "",
	}
	for status := 201; status < 600; status++ {
		code, listed := want[status]
		if !listed && status >= 400 && status < 500 {
			code = RuleRefused.Code
		}
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			if code == "" {
				wantUnavailable(t, ofStatus(status, nil))
			} else {
				wantPersistent(t, ofStatus(status, nil), code)
			}
		})
	}
}

func TestRetryAfterHeader(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"": 0, "0": 0, "7": 7 * time.Second, "-7": 0, "7.5": 0, "soon": 0, "86400": maxRetryAfter, "99999999999999999999": 0,
		"Mon, 02 Jan 2006 15:04:05 GMT": 0, "Fri, 01 Jan 2100 00:00:00 GMT": maxRetryAfter,
	} {
		if got := retryAfter(http.Header{"Retry-After": {value}}); got != want {
			t.Errorf("%q: %s, not %s", value, got, want)
		}
	}
	soon := time.Now().Add(90 * time.Second).UTC().Format(http.TimeFormat)
	if got := retryAfter(http.Header{"Retry-After": {soon}}); got < 80*time.Second || got > 90*time.Second {
		t.Errorf("%q: %s", soon, got)
	}
}
