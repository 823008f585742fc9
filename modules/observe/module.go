// Package observe lets others see how the service is: metrics for Prometheus at
// /metrics, whether the process lives at /healthz, and whether it can do its work at
// /readyz. What is counted, logged and traced on a request's way is package telemetry's.
package observe

import (
	"context"
	"net/http"

	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/module"
)

// Module is the capability as a value.
func Module(*module.Declaration) module.Module {
	return module.Module{Name: "observe", Summary: "Metrics, and whether the service lives and is ready", Serve: serve}
}

func serve(s *module.Runtime) module.Serving {
	ready := newReadiness(checks(s))
	return module.Serving{
		Metrics: metrics(s),
		Pages: []endpoint.Page{
			{Pattern: "GET /metrics", Handler: metricsPage(s)},
			{Pattern: "GET /healthz", Handler: http.HandlerFunc(alive)},
			{Pattern: "GET /readyz", Handler: ready},
		},
		Work: func(ctx context.Context) {
			<-ctx.Done()
			ready.stop()
		},
	}
}

// alive says that the process answers, and nothing else: whoever restarts it for
// more would restart it for a disk that is full.
func alive(w http.ResponseWriter, _ *http.Request) {
	send(w, http.StatusOK, []byte(`{"status":"ok"}`))
}

func send(w http.ResponseWriter, status int, body []byte) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // a client that has gone has no answer to miss
}
