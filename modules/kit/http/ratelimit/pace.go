// Package ratelimit limits how often a caller may try something, by a key that the caller
// cannot choose, such as its address.
package ratelimit

import (
	"hash/maphash"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Shares is how many allowances a Limiter has. Its memory is bounded by that, however
// many keys it meets; two keys rarely share one, and which do nobody can know.
const Shares = 8192

// Limiter allows each key a number of attempts at once, and then one in each interval.
type Limiter struct {
	interval time.Duration
	burst    int
	seed     maphash.Seed
	mu       sync.Mutex
	rates    [Shares]*rate.Limiter
}

// NewLimiter allows burst attempts at once and another one in each interval.
func NewLimiter(burst int, interval time.Duration) *Limiter {
	return &Limiter{interval: interval, burst: burst, seed: maphash.MakeSeed()}
}

// Wait takes an attempt of a key: 0 where it is allowed, and otherwise how long
// until one is.
func (l *Limiter) Wait(key string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	share := &l.rates[maphash.String(l.seed, key)%Shares]
	if *share == nil {
		*share = rate.NewLimiter(rate.Every(l.interval), l.burst)
	}
	return Take(*share, now)
}

// Take takes an attempt from an allowance: 0 where it is allowed, and otherwise how
// long until one is, and then nothing is taken.
func Take(from *rate.Limiter, now time.Time) time.Duration {
	reservation := from.ReserveN(now, 1)
	delay := reservation.DelayFrom(now)
	if delay > 0 {
		reservation.CancelAt(now)
	}
	return delay
}

// Network is what stands for one place: an IPv4 address, and of IPv6 the 64 bits
// that one subscriber has at least.
func Network(from string) string {
	ip, err := netip.ParseAddr(from)
	if err != nil {
		return from
	}
	if ip = ip.Unmap(); ip.Is4() {
		return ip.String()
	}
	return netip.PrefixFrom(ip, 64).Masked().String()
}
