package staff

import "dataimport/modules/kit/http/ratelimit"

// What tests of other packages' modules cannot reach otherwise: they need the whole
// service, which imports this package.
var (
	Issue      = issue
	Watch      = watch
	Network    = ratelimit.Network
	NewLimiter = ratelimit.NewLimiter
)

const (
	Longest = longest
	Shares  = ratelimit.Shares
)
