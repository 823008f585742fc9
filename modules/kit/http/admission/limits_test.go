package admission

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
)

// refusal is the code of an error and the seconds after which to try again.
func refusal(err error) string {
	var e *fault.Error
	if !errors.As(err, &e) {
		return fmt.Sprint(err)
	}
	return fmt.Sprint(e.Status, " ", e.Code, " ", e.RetryAfter)
}

// begin counts a request against the limits of its caller.
func begin(t *testing.T, a *Admission, caller Caller, now time.Time) (*Ticket, error) {
	t.Helper()
	ticket, err := a.Enter()
	if err != nil {
		t.Fatal(err)
	}
	return ticket, ticket.ApplyLimits(caller, now)
}

func TestRequestsInASecond(t *testing.T) {
	a, now := New(2, 0), time.Now()
	send := func(perSecond int, after time.Duration, want string) {
		t.Helper()
		now = now.Add(after)
		ticket, err := begin(t, a, Caller{Client: &settings.Client{ID: "a", PerSecond: perSecond}}, now)
		if got := refusal(err); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		ticket.Leave()
	}
	const no = "429 throttled 1s"
	send(2, 0, "<nil>")
	send(2, 0, "<nil>")
	send(2, 0, no)
	send(2, 499*time.Millisecond, no) // a refused request takes nothing
	send(2, time.Millisecond, "<nil>")
	send(2, 0, no)
	send(0, 0, "<nil>") // an operator has taken the limit away
	send(1, 0, "<nil>") // and set another
	send(1, 0, no)
	send(3, 0, no) // a higher one fills up from this moment on
	send(3, time.Second/3+time.Millisecond, "<nil>")
	if _, err := begin(t, a, Caller{Client: &settings.Client{ID: "b", PerSecond: 1}}, now); err != nil {
		t.Errorf("another client: %v", err)
	}
}

func TestRequestsAtOnce(t *testing.T) {
	a, now := New(2, 0), time.Now()
	client := &settings.Client{ID: "a", Concurrent: 1, PerSecond: 10}
	first, err := begin(t, a, Caller{Client: client}, now)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 { // which take nothing from the limit per second
		if _, err := begin(t, a, Caller{Client: client}, now); refusal(err) != "429 concurrency_limit_reached 1s" {
			t.Fatal(refusal(err))
		}
	}
	if _, err := begin(t, a, Caller{Client: &settings.Client{ID: "b", Concurrent: 1}}, now); err != nil {
		t.Errorf("another client: %v", err)
	}
	if _, err := begin(t, a, Caller{Client: &settings.Client{ID: "a", Concurrent: 2}}, now); err != nil {
		t.Errorf("a limit that was raised: %v", err)
	}
	a.limits.giveBack(first)
	a.limits.giveBack(first) // which has no further effect
	if _, err := begin(t, a, Caller{Client: client}, now); err == nil {
		t.Error("the second one is still at work")
	}
}

// A client without a limit per second is forgotten when its last request has left.
func TestLimitsForget(t *testing.T) {
	a := New(2, 0)
	for i := range 100 {
		ticket, err := begin(t, a, Caller{Client: &settings.Client{ID: fmt.Sprint(i), Concurrent: i % 2}}, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		ticket.Leave()
	}
	if len(a.limits.clients) > 0 {
		t.Errorf("%d are left", len(a.limits.clients))
	}
}

func TestRequestsWithoutAToken(t *testing.T) {
	a, now := New(2, 2), time.Now()
	for i, c := range []struct {
		address string
		after   time.Duration
		ok      bool
	}{
		{"192.0.2.1", 0, true}, {"192.0.2.1", 0, true}, {"192.0.2.1", 0, false}, {"::ffff:192.0.2.1", 0, false}, {"192.0.2.2", 0, true},
		{"192.0.2.1", time.Second / 2, true}, {"192.0.2.1", 0, false},
		{"2001:db8::1", 0, true}, {"2001:db8::2", 0, true}, {"2001:db8::3", 0, false}, {"2001:db8:0:1::1", 0, true}, // one subscriber has 64 bits
	} {
		now = now.Add(c.after)
		_, err := begin(t, a, Caller{Address: c.address}, now)
		var e *fault.Error
		if (err == nil) != c.ok || err != nil && (!errors.As(err, &e) || e.Status != http.StatusTooManyRequests || e.Code != fault.Throttled || e.RetryAfter < time.Second) {
			t.Errorf("%d: %v", i, err)
		}
	}
	a = New(2, 0)
	for range 1000 {
		if _, err := begin(t, a, Caller{}, now); err != nil {
			t.Fatal(err)
		}
	}
}
