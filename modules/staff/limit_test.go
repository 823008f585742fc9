package staff_test

import (
	"bytes"
	"fmt"
	"net/http"
	"runtime"
	"strconv"
	"testing"
	"time"

	"dataimport/modules/kit/testing/apptest"
	"dataimport/modules/staff"
)

// sendUntilRefused sends a form until it is refused. It returns how often the form was admitted.
func sendUntilRefused(t *testing.T, send func(i int) *apptest.Answer) (admitted int, refused *apptest.Answer) {
	t.Helper()
	for i := range 60 {
		answer := send(i)
		if answer.Status == http.StatusTooManyRequests {
			return i, answer
		}
	}
	t.Fatal("never refused")
	return 0, nil
}

func TestLoginsAreLimitedForEachAddress(t *testing.T) {
	env := serveWithStaff(t)
	trustProxy(env)
	from := func(i int) *browser {
		b := newBrowser(env)
		b.header.Set("X-Real-IP", fmt.Sprintf("198.51.100.%d", i))
		return b
	}
	admitted, refused := sendUntilRefused(t, func(i int) *apptest.Answer {
		return from(i).postForm("/imports/login/", "email", "zoë@example.com", "password", "wrong")
	})
	if admitted < 10 {
		t.Errorf("only %d attempts", admitted)
	}
	if wait, err := strconv.Atoi(refused.Header.Get("Retry-After")); err != nil || wait < 1 || wait > 15 {
		t.Errorf("Retry-After: %s", refused.Header.Get("Retry-After"))
	}
	if !bytes.Contains(refused.Body, []byte("<h1>Too many attempts</h1>")) {
		t.Errorf("%s", refused.Body)
	}
	from(200).postForm("/imports/login/", "email", "Zoë@Example.com", "password", password).Expect(http.StatusTooManyRequests)
	from(0).postForm("/imports/login/", "email", "other@example.com", "password", "wrong").Expect(http.StatusUnprocessableEntity)
}

func TestLoginsAreLimitedForEachNetwork(t *testing.T) {
	env := serveWithStaff(t)
	trustProxy(env)
	b := newBrowser(env)
	b.header.Set("X-Real-IP", "2001:db8:1:2::3")
	admitted, _ := sendUntilRefused(t, func(i int) *apptest.Answer {
		return b.postForm("/imports/login/", "email", fmt.Sprintf("nobody%d@example.com", i), "password", "wrong")
	})
	if admitted < 20 {
		t.Errorf("only %d attempts", admitted)
	}
	b.header.Set("X-Real-IP", "2001:db8:1:2:ffff::1")
	b.postForm("/imports/login/", "email", "zoë@example.com", "password", password).Expect(http.StatusTooManyRequests)
	b.header.Set("X-Real-IP", "2001:db8:1:3::3")
	b.signIn()
}

// Without a trusted proxy, a header does not change the caller's address.
func TestACallerAddressCannotBeForged(t *testing.T) {
	env := serveWithStaff(t)
	b := newBrowser(env)
	sendUntilRefused(t, func(i int) *apptest.Answer {
		b.header.Set("X-Real-IP", fmt.Sprintf("198.51.100.%d", i))
		b.header.Set("X-Forwarded-For", fmt.Sprintf("198.51.100.%d", i))
		return b.postForm("/imports/login/", "email", fmt.Sprintf("nobody%d@example.com", i), "password", "wrong")
	})
}

func TestMailsAreLimited(t *testing.T) {
	env := serveWithStaff(t)
	b := newBrowser(env)
	admitted, refused := sendUntilRefused(t, func(int) *apptest.Answer {
		return b.postForm("/imports/password/", "email", "nobody@example.com")
	})
	if admitted > 4 || refused.Header.Get("Retry-After") == "" {
		t.Errorf("%d mails", admitted)
	}
}

func TestALimiterRecovers(t *testing.T) {
	l := staff.NewLimiter(2, 10*time.Second)
	now := time.Now()
	for i, want := range []time.Duration{0, 0, 10 * time.Second, 10 * time.Second} {
		if got := l.Wait("a", now).Round(time.Millisecond); got != want {
			t.Errorf("attempt %d waits %s", i, got)
		}
	}
	if got := l.Wait("a", now.Add(4*time.Second)).Round(time.Millisecond); got != 6*time.Second {
		t.Errorf("waits %s", got)
	}
	if got := l.Wait("a", now.Add(10*time.Second)).Round(time.Millisecond); got != 0 {
		t.Errorf("waits %s", got)
	}
	if got := l.Wait("a", now.Add(10*time.Second)).Round(time.Millisecond); got != 10*time.Second {
		t.Errorf("waits %s", got)
	}
}

// The memory of a limiter is bounded, however many addresses are invented. Callers that were
// limited stay limited.
func TestALimitersMemoryIsBounded(t *testing.T) {
	l := staff.NewLimiter(1, time.Hour)
	now := time.Now()
	l.Wait("zoë@example.com", now)
	const keys = 200_000
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range keys {
		l.Wait(fmt.Sprintf("%d@example.com", i), now)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 256*staff.Shares {
		t.Errorf("%d bytes for %d keys", grown, keys)
	}
	if l.Wait("zoë@example.com", now) == 0 {
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
		if got := staff.Network(from); got != want {
			t.Errorf("%q is of %q", from, got)
		}
	}
}
