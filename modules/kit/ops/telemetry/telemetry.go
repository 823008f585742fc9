package telemetry

import (
	"context"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"dataimport/modules/kit/domain/catalogue"
)

// Telemetry is made once for each service.
type Telemetry struct {
	Registry *prometheus.Registry
	Log      *slog.Logger

	requests *requests
	provider *sdktrace.TracerProvider // nil where nothing is traced
	tracer   trace.Tracer             // nil where nothing is traced
}

// Open begins to watch. The environment says whether requests are traced, and to
// whom that is sent; an error is one of that configuration.
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

// Codes says which codes there are: any other is counted as "other".
func (t *Telemetry) Codes(known catalogue.Catalogue) {
	for _, area := range known {
		for _, e := range area.Entries {
			t.requests.codes[e.Code] = t.requests.faults.WithLabelValues(e.Code)
		}
	}
}

// Close sends what is still to be sent, until ctx ends.
func (t *Telemetry) Close(ctx context.Context) {
	if t.provider == nil {
		return
	}
	if err := t.provider.Shutdown(ctx); err != nil {
		t.Log.Warn("the last traces could not be sent", slog.Any("error", err))
	}
}
