package vendors

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"

	"dataimport/modules/kit/ops/tracing"
)

// The outcomes of a Verify.
const (
	OutcomeVerified    = "verified"
	OutcomeRefused     = "refused"     // a PersistentError
	OutcomeUnavailable = "unavailable" // an UnavailableError
)

// Watch is called after a Verify with the kind of adapter, the outcome and the duration
// of all attempts together.
type Watch func(kind, outcome string, took time.Duration)

// watched is an adapter that reports every Verify to Watch and adds it to the request's
// trace.
type watched struct {
	Adapter
	kind  string
	watch Watch
}

// Verify asks the adapter and reports the outcome.
func (w *watched) Verify(ctx context.Context, r Request) (Details, error) {
	began := time.Now()
	ctx, s := tracing.Start(ctx, "vendor.verify", attribute.String("dataimport.vendor", w.kind))
	details, err := w.Adapter.Verify(ctx, r)
	outcome := outcomeOf(err)
	s.End(outcome == OutcomeUnavailable)
	if w.watch != nil {
		w.watch(w.kind, outcome, time.Since(began))
	}
	return details, err
}

func outcomeOf(err error) string {
	switch {
	case err == nil:
		return OutcomeVerified
	case errors.Is(err, ErrUnavailable):
		return OutcomeUnavailable
	}
	return OutcomeRefused
}
