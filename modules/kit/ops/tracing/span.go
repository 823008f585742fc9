// Package tracing marks what a request spends its time on. The spans stand in the
// trace of the context that they are begun in; where that has none, because nobody
// traces or this request was not chosen, they cost a look into the context.
//
// A span carries names and numbers of our own: never a path, a reference, a text of
// an error or anything else that came with a request.
package tracing

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// Scope is the name under which a trace shows who made its spans.
const Scope = "dataimport"

// Span is a piece of work; the zero value is none.
type Span struct {
	span trace.Span
}

// On reports whether spans of ctx are kept.
func On(ctx context.Context) bool {
	return trace.SpanFromContext(ctx).IsRecording()
}

// Start begins a span below that of ctx. What is done within it gets the context
// that Start returns.
func Start(ctx context.Context, name string, about ...attribute.KeyValue) (context.Context, Span) {
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return ctx, Span{}
	}
	ctx, s := parent.TracerProvider().Tracer(Scope).Start(ctx, name, trace.WithAttributes(about...))
	return ctx, Span{s}
}

// End ends the span; failed says that the work was not done.
func (s Span) End(failed bool) {
	if s.span == nil {
		return
	}
	if failed {
		s.span.SetStatus(codes.Error, "")
	}
	s.span.End()
}

// Past adds a span that has been.
func Past(ctx context.Context, name string, began, ended time.Time, failed bool) {
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return
	}
	_, s := parent.TracerProvider().Tracer(Scope).Start(ctx, name, trace.WithTimestamp(began))
	if failed {
		s.SetStatus(codes.Error, "")
	}
	s.End(trace.WithTimestamp(ended))
}
