package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"dataimport/modules/kit/http/tracing"
	"dataimport/modules/kit/ops/release"
)

// openTraces returns a provider that sends traces, or nil where the environment names no
// collector. All variables are those of OpenTelemetry: the exporter and the sampler read
// their own.
func openTraces(ctx context.Context, log *slog.Logger) (*sdktrace.TracerProvider, error) {
	if !tracesAreConfigured() {
		return nil, nil
	}
	if protocol := first("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"); protocol != "" && protocol != "http/protobuf" {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_PROTOCOL: traces are sent by http/protobuf alone, not by %s", protocol)
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT: %w", err)
	}
	about, err := resource.New(ctx,
		resource.WithAttributes(attribute.String("service.name", tracing.Scope), attribute.String("service.version", release.Version())),
		resource.WithTelemetrySDK(), resource.WithFromEnv()) // the last one takes precedence
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		log.Warn("traces could not be sent", slog.Any("error", err))
	}))
	return sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about)), nil
}

// tracesAreConfigured reports whether the environment asks for traces.
func tracesAreConfigured() bool {
	return first("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT") != "" &&
		!strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") && os.Getenv("OTEL_TRACES_EXPORTER") != "none"
}

// first returns the value of the first of these variables that is set.
func first(names ...string) string {
	for _, name := range names {
		if value := os.Getenv(name); value != "" {
			return value
		}
	}
	return ""
}

func (t *Telemetry) trace(provider *sdktrace.TracerProvider) {
	t.provider, t.tracer = provider, provider.Tracer(tracing.Scope)
}
