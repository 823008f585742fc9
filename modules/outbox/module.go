// Package outbox delivers the rows of the table outbox: events to the endpoints that operators
// register, and e-mails to customers. Each is delivered at least once. The deliveries of an account
// keep their order. Each receiver has a worker of its own, so a receiver that is down delays no
// other. A delivery that fails for days is dead. It stays until an operator sends it again.
package outbox

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"dataimport/modules/kit/http/outbound"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/secrets"
)

// answerTimeout is how long a receiver may take to answer.
const answerTimeout = 15 * time.Second

// Module returns the module's value: commands, dashboard actions, metrics and the dispatcher.
func Module(d *module.Declaration) module.Module {
	return module.Module{
		Name: "outbox", Hooks: bindHooks, Tables: tables, Summary: "Tell other systems and customers what happened",
		Commands: newCommands(d.App, secrets.NewBox(d.App)), Serve: serve, Needs: findNeeds,
	}
}

func serve(r *module.Runtime) module.Serving {
	c := &dispatcher{runtime: r, box: secrets.NewBox(r.App), serving: make(map[string]bool), pauses: make(map[string]pause)}
	return module.Serving{
		Actions: c.listActions(),
		Metrics: []prometheus.Collector{&lag{r}},
		Work: func(ctx context.Context) {
			c.client = newHTTPClient(r.Config.Networks())
			c.deliverUntilStopped(ctx)
		},
	}
}

// newHTTPClient makes the client that calls receivers. It ignores the environment's proxy, which
// would hide the address that is called, and it follows no redirects.
func newHTTPClient(allowed outbound.Networks) *http.Client {
	return &http.Client{
		Timeout:       answerTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: allowed.Dial(5 * time.Second), ForceAttemptHTTP2: true, TLSHandshakeTimeout: 5 * time.Second,
			MaxIdleConnsPerHost: maxConcurrent, IdleConnTimeout: 90 * time.Second, MaxResponseHeaderBytes: 64 << 10,
		},
	}
}
