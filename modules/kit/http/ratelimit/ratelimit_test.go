package ratelimit_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"dataimport/modules/kit/http/ratelimit"
)

func TestALimiterRecovers(t *testing.T) {
	l := ratelimit.NewLimiter(2, 10*time.Second)
	now := time.Now()
	for i, want := range []time.Duration{0, 0, 10 * time.Second, 10 * time.Second} {
		if got := l.Take("a", now).Round(time.Millisecond); got != want {
			t.Errorf("attempt %d waits %s", i, got)
		}
	}
	if got := l.Take("a", now.Add(4*time.Second)).Round(time.Millisecond); got != 6*time.Second {
		t.Errorf("waits %s", got)
	}
	if got := l.Take("a", now.Add(10*time.Second)).Round(time.Millisecond); got != 0 {
		t.Errorf("waits %s", got)
	}
	if got := l.Take("a", now.Add(10*time.Second)).Round(time.Millisecond); got != 10*time.Second {
		t.Errorf("waits %s", got)
	}
}

// The memory is bounded, however many addresses a caller invents, and an address that was
// limited stays limited.
func TestALimitersMemoryIsBounded(t *testing.T) {
	l := ratelimit.NewLimiter(1, time.Hour)
	now := time.Now()
	l.Take("zoë@example.com", now)
	const keys = 200_000
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range keys {
		l.Take(fmt.Sprintf("%d@example.com", i), now)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 256*ratelimit.Buckets {
		t.Errorf("%d bytes for %d keys", grown, keys)
	}
	if l.Take("zoë@example.com", now) == 0 {
		t.Error("forgotten among the others")
	}
	runtime.KeepAlive(l)
}

func TestNetworks(t *testing.T) {
	for from, want := range map[string]string{
		"192.0.2.7":        "192.0.2.7",
		"::ffff:192.0.2.7": "192.0.2.7",
		"2001:0db8:0001:0002:0000:0000:0000:0001": "2001:db8:1:2::/64",
		"fe80::1%eth0": "fe80::/64",
		"invalid IP":   "invalid IP",
		"":             "",
	} {
		if got := ratelimit.Network(from); got != want {
			t.Errorf("%q is of %q", from, got)
		}
	}
}
