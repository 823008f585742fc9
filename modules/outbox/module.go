// Package outbox delivers what the outbox holds: events to the endpoints that
// operators have registered, and e-mails to customers. Each is delivered at least
// once, in order for each account, by a worker of its own for each receiver: one that
// is down delays nobody else. What cannot be delivered in days is dead, and stays
// until somebody sends it again.
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

// timeout is how long a receiver may take to answer.
const timeout = 15 * time.Second

// Module is the capability as a value.
func Module(d *module.Declaration) module.Module {
	return module.Module{
		Name: "outbox", Tables: tables, Hooks: bindHooks, Summary: "Tell other systems and customers what happened",
		Commands: commands(d.App, secrets.NewBox(d.App)), Serve: serve,
	}
}

func serve(r *module.Runtime) module.Serving {
	c := &courier{runtime: r, box: secrets.NewBox(r.App), running: make(map[string]bool), resting: make(map[string]rest)}
	return module.Serving{
		Actions: c.actions(),
		Metrics: []prometheus.Collector{&lag{r}},
		Work: func(ctx context.Context) {
			c.client = newClient(r.Config.Networks())
			c.run(ctx)
		},
	}
}

// newClient calls receivers: without the proxy of the environment, which would hide
// the address that is called, and without following them anywhere.
func newClient(allowed outbound.Networks) *http.Client {
	return &http.Client{
		Timeout:       timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: allowed.Dial(5 * time.Second), ForceAttemptHTTP2: true, TLSHandshakeTimeout: 5 * time.Second,
			MaxIdleConnsPerHost: atOnce, IdleConnTimeout: 90 * time.Second, MaxResponseHeaderBytes: 64 << 10,
		},
	}
}
