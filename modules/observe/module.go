// Package observe shows the state of the service: metrics for Prometheus at /metrics, whether the
// process lives at /healthz, and whether it is ready at /readyz. Package telemetry counts, logs and
// traces the requests.
package observe

import (
	"context"
	"net/http"

	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/module"
)

// Module returns the module's value: the three pages and the metrics.
func Module(*module.Declaration) module.Module {
	return module.Module{Name: "observe", Summary: "Metrics, and whether the service lives and is ready", Needs: findNeeds, Serve: serve}
}

func serve(s *module.Runtime) module.Serving {
	ready := newReadiness(newChecks(s))
	return module.Serving{
		Metrics: newCollectors(s),
		Pages: []endpoint.Page{
			{Pattern: "GET /metrics", Handler: newMetricsHandler(s), Unqueued: true},
			{Pattern: "GET /healthz", Handler: http.HandlerFunc(answerAlive), Unqueued: true},
			{Pattern: "GET /readyz", Handler: ready, Unqueued: true},
		},
		Work: func(ctx context.Context) {
			<-ctx.Done()
			ready.markStopping()
		},
	}
}

// answerAlive answers that the process lives. It checks nothing else: a restart would not help
// against a full disk, for example.
func answerAlive(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, []byte(`{"status":"ok"}`))
}

func writeJSON(w http.ResponseWriter, status int, body []byte) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // an error means that the client has closed the connection
}
