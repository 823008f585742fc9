package vendors

import (
	"context"
	"errors"
)

// The outcomes of a Verify.
const (
	OutcomeVerified    = "verified"
	OutcomeRefused     = "refused"     // a PersistentError
	OutcomeUnavailable = "unavailable" // an UnavailableError
)

// Watch is called before a Verify with the kind of adapter. It returns the context of the
// Verify, for example with a span, and a function that is called with the outcome of all
// attempts together.
type Watch func(ctx context.Context, kind string) (within context.Context, end func(outcome string))

// watched is an adapter that reports every Verify to its watch, unless that is nil.
type watched struct {
	Adapter
	kind  string
	watch Watch
}

// Verify asks the adapter and reports the outcome.
func (w *watched) Verify(ctx context.Context, r Request) (Details, error) {
	if w.watch == nil {
		return w.Adapter.Verify(ctx, r)
	}
	ctx, end := w.watch(ctx, w.kind)
	details, err := w.Adapter.Verify(ctx, r)
	end(outcomeOf(err))
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
