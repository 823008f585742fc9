package staff

import "dataimport/modules/kit/http/ratelimit"

// The tests need the whole service, which imports this package, so they stand in a package of their
// own. These names make unexported values available to them.
var (
	IssueToken   = issueToken
	WatchSession = watchSession
	Network      = ratelimit.Network
	NewLimiter   = ratelimit.NewLimiter
)

const (
	MaxAge = maxAge
	Shares = ratelimit.Shares
)
