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

// limits are the limits of one form: for each network that sends it, and for each e-mail address in
// it, whatever network it comes from.
type limits struct{ network, email *ratelimit.Limiter }

// admitForm reports whether the limits admit a form. Otherwise it answers with 429 and Retry-After.
func (l limits) admitForm(w http.ResponseWriter, r *http.Request, from, email string) bool {
	now := time.Now()
	delay := l.network.Take(ratelimit.Network(from), now)
	if delay == 0 {
		delay = l.email.Take(strings.ToLower(email), now)
	}
	if delay == 0 {
		return true
	}
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(delay.Seconds()))))
	page.Problem(w, r, http.StatusTooManyRequests)
	return false
}
