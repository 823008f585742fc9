package endpoint

import (
	"math"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/ratelimit"
)

// limits are what operators allow each client: requests in a second, and at once. They
// come with each request, so that a change holds from the next one on.
type limits struct {
	mu      sync.Mutex
	clients map[string]*allowance // of clients that are limited, or have requests at work
	open    *ratelimit.Limiter    // of those without a token, by where they are; nil without a limit
}

// allowance is what one client has used.
type allowance struct {
	rate *rate.Limiter
	work int // requests
}

func newLimits(open int) *limits {
	l := &limits{clients: make(map[string]*allowance)}
	if open > 0 {
		l.open = ratelimit.NewLimiter(open, time.Second/time.Duration(open))
	}
	return l
}

// enter lets a request begin, unless its client, or who is at its place, has begun as
// many as are allowed. What was let in calls leave when it is done.
func (l *limits) enter(client *settings.Client, place func() string, now time.Time) (leave func(), err error) {
	if client == nil {
		return func() {}, l.stranger(place, now)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.clients[client.ID]
	if a == nil {
		a = &allowance{}
		l.clients[client.ID] = a
	}
	if client.Concurrent > 0 && a.work >= client.Concurrent {
		e := fault.New(http.StatusTooManyRequests, fault.ConcurrencyLimitReached,
			"As many requests of this client as are allowed at once are being answered: send the request again later, and fewer at once.")
		e.RetryAfter = time.Second
		return nil, e
	}
	if err := tooOften(a.take(client.PerSecond, now)); err != nil {
		return nil, err
	}
	a.work++
	return sync.OnceFunc(func() { l.leave(client.ID, a) }), nil
}

func (l *limits) leave(client string, a *allowance) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a.work--; a.work == 0 && a.rate == nil {
		delete(l.clients, client)
	}
}

func (l *limits) stranger(place func() string, now time.Time) error {
	if l.open == nil {
		return nil
	}
	return tooOften(l.open.Wait(ratelimit.Network(place()), now))
}

// take takes a request from the allowance of so many in a second; 0 is no limit.
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
	return ratelimit.Take(a.rate, now)
}

func tooOften(wait time.Duration) error {
	if wait == 0 {
		return nil
	}
	e := fault.New(http.StatusTooManyRequests, fault.Throttled, "More requests were sent in a second than are allowed: send this one again later, and the others more slowly.")
	e.RetryAfter = time.Duration(math.Ceil(wait.Seconds())) * time.Second
	return e
}
