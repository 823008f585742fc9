package telemetry

import (
	"context"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"dataimport/modules/kit/domain/catalogue"
)

// Telemetry holds the metrics, the log and the tracer of one service.
type Telemetry struct {
	Registry *prometheus.Registry
	Log      *slog.Logger

	requests *requests
	provider *sdktrace.TracerProvider // nil where tracing is off
	tracer   trace.Tracer             // nil where tracing is off
}

// Open returns the telemetry of the service. The environment says whether requests are
// traced and where the traces are sent. An error is a fault of that configuration.
func Open(ctx context.Context, log *slog.Logger) (*Telemetry, error) {
	t := &Telemetry{Registry: prometheus.NewRegistry(), Log: log}
	t.requests = newRequests(t.Registry)
	provider, err := openTraces(ctx, log)
	if err != nil {
		return nil, err
	}
	if provider != nil {
		t.trace(provider)
	}
	return t, nil
}

// Codes sets the codes that have metrics of their own. Any other code is counted as
// "other".
func (t *Telemetry) Codes(known catalogue.Catalogue) {
	for _, area := range known {
		for _, e := range area.Entries {
			t.requests.codes[e.Code] = t.requests.faults.WithLabelValues(e.Code)
		}
	}
}

// Close sends the remaining traces, until ctx ends.
func (t *Telemetry) Close(ctx context.Context) {
	if t.provider == nil {
		return
	}
	if err := t.provider.Shutdown(ctx); err != nil {
		t.Log.Warn("the last traces could not be sent", slog.Any("error", err))
	}
}
