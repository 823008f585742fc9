package telemetry

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/paths"
)

// Requests returns the observer of an operation's requests.
func (t *Telemetry) Requests(name string) endpoint.RequestObserver {
	counted := &counted{t.requests.operation(name)}
	if t.tracer == nil {
		return counted
	}
	return &traced{counted, t.tracer}
}

// counted counts requests.
type counted struct {
	operation *operation
}

// Begin counts a request that is being answered.
func (c *counted) Begin(r *http.Request) *http.Request {
	c.operation.begin()
	return r
}

// End counts a request that was answered.
func (c *counted) End(_ context.Context, o *endpoint.Outcome) { c.operation.end(o) }

// traced counts and traces requests.
type traced struct {
	*counted
	tracer trace.Tracer
}

// Begin begins the request's span in the trace that the request's headers name.
func (t *traced) Begin(r *http.Request) *http.Request {
	t.operation.begin()
	ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	ctx, _ = t.tracer.Start(ctx, t.operation.name, trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
		attribute.String("http.request.method", method(r.Method)), attribute.String("http.route", paths.Route(r.Pattern))))
	return r.WithContext(ctx)
}

// End ends the request's span.
func (t *traced) End(ctx context.Context, o *endpoint.Outcome) {
	t.operation.end(o)
	s := trace.SpanFromContext(ctx)
	if s.IsRecording() {
		s.SetAttributes(
			attribute.Int("http.response.status_code", o.Status), attribute.String("dataimport.request_id", o.RequestID),
			attribute.String("dataimport.code", o.Code), attribute.String("dataimport.client", o.Client),
			attribute.String("dataimport.supplier", o.Supplier))
		if o.Status >= http.StatusInternalServerError {
			s.SetStatus(codes.Error, "")
		}
	}
	s.End()
}
