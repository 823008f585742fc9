package hooks

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"dataimport/modules/kit/http/ratelimit"
)

// AnonymousLimits is the id of the middleware that limits what PocketBase's routes take from callers
// who are not signed in.
const AnonymousLimits = "anonymous limits"

const (
	maxToken         = 4 << 10  // bytes of the Authorization header; a longer one is no token
	maxSignedInURI   = 32 << 10 // bytes of an address, with the filter of a list
	maxAnonymousURI  = 1 << 10
	maxAnonymousBody = 16 << 10
	// anonymousBodyTime is how long an anonymous body may take to arrive.
	anonymousBodyTime = 10 * time.Second
	// maxAnonymousAtOnce requests of one network are served at once.
	maxAnonymousAtOnce = 32
	// A network may try to sign in logInBurst times at once, and then once in each logInInterval.
	logInBurst    = 30
	logInInterval = 2 * time.Second
)

// closedRoutes are the routes of PocketBase that the service, its dashboard and its operators do not
// use.
var closedRoutes = map[string]bool{
	"GET /api/realtime":  true,
	"POST /api/realtime": true,
	"POST /api/batch":    true,
	"GET /api/files/{collection}/{recordId}/{filename}": true, // no collection has files

	"GET /api/oauth2-redirect":                                true,
	"POST /api/oauth2-redirect":                               true,
	"POST /api/settings/apple/generate-client-secret":         true,
	"POST /api/collections/{collection}/auth-with-oauth2":     true,
	"POST /api/collections/{collection}/request-verification": true,
	"POST /api/collections/{collection}/confirm-verification": true,
	"POST /api/collections/{collection}/request-email-change": true,
	"POST /api/collections/{collection}/confirm-email-change": true,
}

// codeRoutes are the routes of codes in e-mails, which are the second factor of superusers. The
// staff has none.
var codeRoutes = map[string]bool{
	"POST /api/collections/{collection}/request-otp":   true,
	"POST /api/collections/{collection}/auth-with-otp": true,
}

// logInRoutes are the routes that check a password or a code, or send an e-mail.
var logInRoutes = map[string]bool{
	"POST /api/collections/{collection}/auth-with-password":     true,
	"POST /api/collections/{collection}/request-password-reset": true,
	"POST /api/collections/{collection}/confirm-password-reset": true,
	"POST /api/collections/{collection}/request-otp":            true,
	"POST /api/collections/{collection}/auth-with-otp":          true,
}

var (
	errClosed    = router.NewNotFoundError("The service does not have this route of PocketBase.", nil)
	errLongURI   = router.NewApiError(http.StatusRequestURITooLong, "The address is too long.", nil)
	errLargeBody = router.NewApiError(http.StatusRequestEntityTooLarge, "The body is too large for a caller who is not signed in.", nil)
)

// anonymous limits the requests of callers who are not signed in.
type anonymous struct {
	requests *ratelimit.Limiter // by network; nil without a limit
	logIns   *ratelimit.Limiter // by network

	mu     sync.Mutex
	inside map[string]int // requests that are served, by network
}

// BindAnonymousLimits closes the routes of PocketBase that are not used, and limits the others for
// callers who are not signed in. One network may send perSecond requests in a second; 0 is no limit.
// What is refused here leaves no row in PocketBase's log.
func BindAnonymousLimits(routes *router.Router[*core.RequestEvent], perSecond int) {
	a := &anonymous{logIns: ratelimit.NewLimiter(logInBurst, logInInterval), inside: make(map[string]int)}
	if perSecond > 0 {
		a.requests = ratelimit.NewLimiter(perSecond, time.Second/time.Duration(perSecond))
	}
	routes.Bind(&hook.Handler[*core.RequestEvent]{
		Id: AnonymousLimits, Priority: apis.DefaultActivityLoggerMiddlewarePriority - 5, Func: a.limit,
	})
	routes.Bind(&hook.Handler[*core.RequestEvent]{
		Id: AnonymousLimits + " log", Priority: apis.DefaultActivityLoggerMiddlewarePriority + 5, Func: hideAnonymousErrors,
	})
}

// limit serves a request of a signed-in caller, and one of another caller within the limits.
func (a *anonymous) limit(e *core.RequestEvent) error {
	switch {
	case closedRoutes[e.Request.Pattern],
		codeRoutes[e.Request.Pattern] && e.Request.PathValue("collection") != core.CollectionNameSuperusers:
		return errClosed
	case len(e.Request.RequestURI) > maxSignedInURI:
		return errLongURI
	}
	if e.Auth = findCaller(e); e.Auth != nil {
		return e.Next()
	}
	switch {
	case len(e.Request.RequestURI) > maxAnonymousURI:
		return errLongURI
	case e.Request.ContentLength > maxAnonymousBody:
		return errLargeBody
	}
	network := ratelimit.Network(e.RealIP())
	if err := a.take(e, network); err != nil {
		return err
	}
	if !a.enter(network) {
		return tooMany(e, time.Second)
	}
	defer a.leave(network)
	limitBody(e)
	if strings.HasPrefix(e.Request.URL.Path, "/_/") {
		// PocketBase would compress its files anew for each request, which takes it longer than
		// to send them.
		e.Request.Header.Del("Accept-Encoding")
	}
	if logInRoutes[e.Request.Pattern] {
		return e.Next()
	}
	return apis.SkipSuccessActivityLog().Func(e)
}

// findCaller returns the record whose token a request carries. A token that is not valid is removed
// from the request, so that it is not verified again.
func findCaller(e *core.RequestEvent) *core.Record {
	token := e.Request.Header.Get("Authorization")
	if scheme, rest, found := strings.Cut(token, " "); found && strings.EqualFold(scheme, "Bearer") {
		token = rest
	}
	if token != "" && len(token) <= maxToken {
		if record, err := e.App.FindAuthRecordByToken(token, core.TokenTypeAuth); err == nil {
			return record
		}
	}
	e.Request.Header.Del("Authorization")
	return nil
}

// take counts a request against the limits of its network.
func (a *anonymous) take(e *core.RequestEvent, network string) error {
	now := time.Now()
	if logInRoutes[e.Request.Pattern] {
		if wait := a.logIns.Take(network, now); wait > 0 {
			return tooMany(e, wait)
		}
	}
	if a.requests != nil {
		if wait := a.requests.Take(network, now); wait > 0 {
			return tooMany(e, wait)
		}
	}
	return nil
}

func tooMany(e *core.RequestEvent, wait time.Duration) error {
	e.Response.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	return e.TooManyRequestsError("Too many requests were sent: try again later.", nil)
}

// enter reports whether a further request of a network may be served. One that may must leave.
func (a *anonymous) enter(network string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.inside[network] >= maxAnonymousAtOnce {
		return false
	}
	a.inside[network]++
	return true
}

func (a *anonymous) leave(network string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.inside[network]--; a.inside[network] == 0 {
		delete(a.inside, network)
	}
}

// limitBody limits the size of a body, and the time in which it arrives.
func limitBody(e *core.RequestEvent) {
	if e.Request.ContentLength == 0 {
		return
	}
	if body, ok := e.Request.Body.(*router.RereadableReadCloser); ok {
		body.ReadCloser = http.MaxBytesReader(e.Response, body.ReadCloser, maxAnonymousBody)
	}
	// The connection of a test may have no deadlines.
	_ = http.NewResponseController(e.Response).SetReadDeadline(time.Now().Add(anonymousBodyTime))
}

// hideAnonymousErrors answers an error of a caller who is not signed in before the log sees it.
// Strangers could fill the log otherwise. Log-ins are logged, since they are few.
func hideAnonymousErrors(e *core.RequestEvent) error {
	err := e.Next()
	if err == nil || e.Auth != nil || logInRoutes[e.Request.Pattern] || router.ToApiError(err).Status >= http.StatusInternalServerError {
		return err
	}
	router.ErrorHandler(e.Response, e.Request, err)
	return nil
}
