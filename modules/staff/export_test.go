package staff

// The tests need the whole service, which imports this package, so they stand in a package of their
// own. These names make unexported values available to them.
var (
	IssueToken   = issueToken
	WatchSession = watchSession
)

const MaxAge = maxAge
