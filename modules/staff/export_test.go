package staff

import "dataimport/modules/kit/pace"

// What tests of other packages' modules cannot reach otherwise: they need the whole
// service, which imports this package.
var (
	Issue      = issue
	Watch      = watch
	Network    = pace.Network
	NewLimiter = pace.NewLimiter
)

const (
	Longest = longest
	Shares  = pace.Shares
)
