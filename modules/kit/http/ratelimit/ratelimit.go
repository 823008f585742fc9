// Package ratelimit limits how often a key may attempt something. A key is a caller
// address or an e-mail address, which the caller chooses.
package ratelimit

import (
	"hash/maphash"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Buckets is the number of token buckets of a [Limiter]. It bounds the memory, however
// many keys there are: a hash assigns a key to its bucket. Two keys rarely share a
// bucket. A caller cannot find out which keys do, since the hash has a random seed.
const Buckets = 8192

// Limiter allows each key a number of attempts at once, and then one per interval.
type Limiter struct {
	interval time.Duration
	burst    int
	seed     maphash.Seed
	mu       sync.Mutex
	buckets  [Buckets]*rate.Limiter
}

// NewLimiter makes a limiter that allows burst attempts at once, and a further one after
// each interval.
func NewLimiter(burst int, interval time.Duration) *Limiter {
	return &Limiter{interval: interval, burst: burst, seed: maphash.MakeSeed()}
}

// Take takes an attempt of a key. It returns 0 where the attempt is allowed. Otherwise it
// takes nothing, and returns how long until an attempt is allowed.
func (l *Limiter) Take(key string, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	bucket := &l.buckets[maphash.String(l.seed, key)%Buckets]
	if *bucket == nil {
		*bucket = rate.NewLimiter(rate.Every(l.interval), l.burst)
	}
	return TakeFrom(*bucket, now)
}

// TakeFrom takes an attempt from a token bucket. It returns 0 where the attempt is
// allowed. Otherwise it takes nothing, and returns how long until an attempt is allowed.
func TakeFrom(bucket *rate.Limiter, now time.Time) (wait time.Duration) {
	reservation := bucket.ReserveN(now, 1)
	delay := reservation.DelayFrom(now)
	if delay > 0 {
		reservation.CancelAt(now)
	}
	return delay
}

// Network is the key of a caller address: an IPv4 address, or the first 64 bits of an
// IPv6 address, since a subscriber has at least a network of 64 bits. A text that is no
// address is its own key.
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if ip = ip.Unmap(); ip.Is4() {
		return ip.String()
	}
	return netip.PrefixFrom(ip, 64).Masked().String()
}
