package admission

import (
	"math"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/ratelimit"
)

// limits are the requests per second and the concurrent requests that operators allow
// each client. They come with each request, so a change applies to the next request.
type limits struct {
	mu        sync.Mutex
	clients   map[string]*allowance // of clients with a limit per second, or with requests inside
	anonymous *ratelimit.Limiter    // of caller addresses without a client; nil without a limit
}

// allowance is what one client has used of its limits.
type allowance struct {
	rate   *rate.Limiter // nil without a limit per second
	inside int           // requests
}

func newLimits(anonymousPerSecond int) *limits {
	l := &limits{clients: make(map[string]*allowance)}
	if anonymousPerSecond > 0 {
		l.anonymous = ratelimit.NewLimiter(anonymousPerSecond, time.Second/time.Duration(anonymousPerSecond))
	}
	return l
}

// ApplyLimits counts the request against the limits of its caller. The error is a
// *fault.Error, throttled or concurrency_limit_reached, where the caller has begun as many
// requests as it may; then nothing is counted.
func (t *Ticket) ApplyLimits(caller Caller, now time.Time) error {
	t.caller = caller
	l, client := t.admission.limits, caller.Client
	if client == nil {
		if l.anonymous == nil {
			return nil
		}
		return throttledFor(l.anonymous.Take(ratelimit.Network(caller.Address), now))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.clients[client.ID]
	if a == nil {
		a = &allowance{}
		l.clients[client.ID] = a
	}
	if client.Concurrent > 0 && a.inside >= client.Concurrent {
		e := fault.New(http.StatusTooManyRequests, fault.ConcurrencyLimitReached,
			"As many requests of this client as are allowed at once are being answered: send the request again later, and fewer at once.")
		e.RetryAfter = time.Second
		return e
	}
	if err := throttledFor(a.take(client.PerSecond, now)); err != nil {
		return err
	}
	a.inside++
	t.used = a
	return nil
}

// giveBack ends the request of a ticket. Giving back twice has no further effect.
func (l *limits) giveBack(t *Ticket) {
	if t.used == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if t.used.inside--; t.used.inside == 0 && t.used.rate == nil {
		delete(l.clients, t.caller.Client.ID)
	}
	t.used = nil
}

// take takes a request from an allowance of perSecond requests; 0 is no limit. It
// returns 0, or how long until a request is allowed.
func (a *allowance) take(perSecond int, now time.Time) (wait time.Duration) {
	switch {
	case perSecond <= 0:
		a.rate = nil
		return 0
	case a.rate == nil:
		a.rate = rate.NewLimiter(rate.Limit(perSecond), perSecond)
	case a.rate.Burst() != perSecond:
		a.rate.SetLimitAt(now, rate.Limit(perSecond))
		a.rate.SetBurstAt(now, perSecond)
	}
	return ratelimit.TakeFrom(a.rate, now)
}

// throttledFor is the error of a request that is allowed after wait; nil where wait is 0.
func throttledFor(wait time.Duration) error {
	if wait == 0 {
		return nil
	}
	e := fault.New(http.StatusTooManyRequests, fault.Throttled, "More requests were sent in a second than are allowed: send this one again later, and the others more slowly.")
	e.RetryAfter = time.Duration(math.Ceil(wait.Seconds())) * time.Second
	return e
}
