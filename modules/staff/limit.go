package staff

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/ratelimit"
)

// limits are the limits of one form.
//
// The strictest limit holds for one network and one e-mail address together, so attempts from one
// network do not keep the member with that address out elsewhere. The limit of a network, whatever
// addresses it tries, is higher. The limit of an e-mail address over all networks is higher still:
// it is for guesses that come from many networks. A device on which the member has signed in before
// has a limit of its own in place of all three.
type limits struct{ pair, network, email *ratelimit.Limiter }

func newLoginLimits() limits {
	return limits{
		pair:    ratelimit.NewLimiter(10, 15*time.Second),
		network: ratelimit.NewLimiter(40, 3*time.Second),
		email:   ratelimit.NewLimiter(100, 3*time.Second),
	}
}

func newMailLimits() limits {
	return limits{
		pair:    ratelimit.NewLimiter(3, 5*time.Minute),
		network: ratelimit.NewLimiter(10, 30*time.Second),
		email:   ratelimit.NewLimiter(6, 5*time.Minute),
	}
}

// takeCaller takes an attempt from the limits of the caller. It returns how long until one is
// allowed. An attempt that the pair's limit refuses does not count for the network.
func (l limits) takeCaller(from, email string, now time.Time) time.Duration {
	network := ratelimit.Network(from)
	if delay := l.pair.Take(network+" "+strings.ToLower(email), now); delay > 0 {
		return delay
	}
	return l.network.Take(network, now)
}

// takeEmail takes an attempt from the limit of an e-mail address over all networks.
func (l limits) takeEmail(email string, now time.Time) time.Duration {
	return l.email.Take(strings.ToLower(email), now)
}

// takeDevice takes an attempt from the limit of a known device.
func (l limits) takeDevice(device string, now time.Time) time.Duration {
	return l.pair.Take("device "+device, now)
}

// refuseForm answers with 429 and Retry-After.
func refuseForm(w http.ResponseWriter, r *http.Request, delay time.Duration) {
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(delay.Seconds()))))
	page.Problem(w, r, http.StatusTooManyRequests)
}
