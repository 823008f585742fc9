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

// limits are those of one form: for each place that sends it, and for each e-mail
// address that it is about, wherever it comes from.
type limits struct{ place, email *ratelimit.Limiter }

// admits reports whether a form may be looked at, and answers where it may not.
func (l limits) admits(w http.ResponseWriter, r *http.Request, from, email string) bool {
	now := time.Now()
	delay := l.place.Wait(ratelimit.Network(from), now)
	if delay == 0 {
		delay = l.email.Wait(strings.ToLower(email), now)
	}
	if delay == 0 {
		return true
	}
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(delay.Seconds()))))
	page.Problem(w, r, http.StatusTooManyRequests)
	return false
}
