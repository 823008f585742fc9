package apiclient

import (
	"encoding/base64"
	"testing"
	"time"
)

func TestRenewal(t *testing.T) {
	asked := time.Unix(1_000_000, 0)
	for name, test := range map[string]struct {
		claims string
		want   time.Duration
	}{
		"an hour":                      {`{"iat":1000000,"exp":1003600}`, 45 * time.Minute},
		"the clock there is far ahead": {`{"iat":9000000,"exp":9003600}`, 45 * time.Minute},
		"no time of issue":             {`{"exp":1003600}`, 45 * time.Minute},
		"no expiry":                    {`{"iat":1000000}`, 0},
		"not claims":                   {`x`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := computeRenewal("h."+base64.RawURLEncoding.EncodeToString([]byte(test.claims))+".s", asked)
			if test.want == 0 != got.IsZero() || test.want > 0 && got.Sub(asked) != test.want {
				t.Errorf("renewal %v, want %v after %v", got, test.want, asked)
			}
		})
	}
	if !computeRenewal("opaque", asked).IsZero() {
		t.Error("an opaque token has a renewal")
	}
}

func TestRetryAfterHeader(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"": 0, "7": 7 * time.Second, "-7": 0, "soon": 0,
		"Fri, 02 Jan 2026 03:05:05 GMT": time.Minute, "Fri, 02 Jan 2026 03:00:00 GMT": 0,
	} {
		if got := parseRetryAfter(value, now); got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
}
