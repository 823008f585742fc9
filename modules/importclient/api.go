package importclient

import (
	"context"
	"time"

	"dataimport/modules/kit/http/apiclient"
)

// A lifetime holds the two contexts of a run. After taking has ended, no line is taken and no
// request is repeated. After sending has ended, a grace period later, requests in flight are
// cancelled.
type lifetime struct {
	taking, sending context.Context
}

// newLifetime returns a lifetime that ctx or stop ends.
func newLifetime(ctx context.Context, grace time.Duration) (life lifetime, stop context.CancelCauseFunc) {
	taking, stop := context.WithCancelCause(ctx)
	sending, cut := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(taking, func() { time.AfterFunc(grace, cut) })
	return lifetime{taking: taking, sending: sending}, stop
}

// An api calls the service.
type api struct{ *apiclient.Client }

func newAPI(s service) *api {
	return &api{apiclient.New(apiclient.Options{URL: s.url, Key: s.key, Requests: s.concurrency, RetryFor: s.retryFor,
		FirstPause: s.timings.firstPause, Idle: s.timings.request, Slow: s.timings.slow})}
}

// callUntilAnswered sends a request and reads the successful answer into a value; see
// [apiclient.Client.Call].
func (a *api) callUntilAnswered(life lifetime, r apiclient.Request, into any) error {
	return a.Repeat(life.taking, func() error { return a.AttemptInto(life.sending, r, into) })
}
