// Package tracing records in spans where a request spends its time. A span belongs to the
// trace of the context in which it begins. Where the context has no trace, because
// tracing is off or this request was not sampled, a span costs one look-up in the
// context.
//
// A span carries names and numbers of the service: never a path, a reference, the text of
// an error or anything else that came with a request.
package tracing

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// Scope is the name of the instrumentation in a trace.
const Scope = "dataimport"

// Span is one piece of work in a trace. The zero value records nothing.
type Span struct {
	span trace.Span
}

// Start begins a span below the span of ctx. Work inside the span gets the context that
// Start returns.
func Start(ctx context.Context, name string, about ...attribute.KeyValue) (context.Context, Span) {
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return ctx, Span{}
	}
	ctx, s := parent.TracerProvider().Tracer(Scope).Start(ctx, name, trace.WithAttributes(about...))
	return ctx, Span{s}
}

// End ends the span. failed says that the work failed.
func (s Span) End(failed bool) {
	if s.span == nil {
		return
	}
	if failed {
		s.span.SetStatus(codes.Error, "")
	}
	s.span.End()
}

// Adder returns a function that adds an ended span to the trace of ctx. It returns nil
// where that trace is not recorded.
func Adder(ctx context.Context) func(name string, began, ended time.Time, failed bool) {
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return nil
	}
	return func(name string, began, ended time.Time, failed bool) {
		_, s := parent.TracerProvider().Tracer(Scope).Start(ctx, name, trace.WithTimestamp(began))
		if failed {
			s.SetStatus(codes.Error, "")
		}
		s.End(trace.WithTimestamp(ended))
	}
}
