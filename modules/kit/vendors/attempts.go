package vendors

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Limits bound one Verify.
type Limits struct {
	Deadline time.Duration // of all attempts and the pauses between them
	Attempts uint          // including the first
	Pause    time.Duration // before the second attempt, give or take half; it doubles with each
}

// DefaultLimits leave an unlucky request two more attempts, and its client an answer
// before it stops waiting.
var DefaultLimits = Limits{Deadline: 10 * time.Second, Attempts: 3, Pause: 200 * time.Millisecond}

// bounded is a vendor as an Adapter: asked within limits, its errors classified, its
// details filtered. One attempt may take all of the time, since a slow answer is better
// than none; what must not is finding a connection, which has a bound of its own.
type bounded struct {
	vendor asker
	limits Limits
}

func (b *bounded) Verify(ctx context.Context, r Request) (Details, error) {
	ctx, cancel := context.WithTimeout(ctx, b.limits.Deadline)
	defer cancel()
	c := &call{Request: r, key: rand.Text()}
	var failed error // of the last attempt: backoff would give the context's instead
	known, err := backoff.Retry(ctx, func() (Details, error) {
		c.attempt++
		known, err := b.vendor.ask(ctx, c)
		failed = classify(err)
		return known, retryable(failed)
	},
		backoff.WithBackOff(b.pauses()),
		backoff.WithMaxTries(b.limits.Attempts),
		backoff.WithMaxElapsedTime(b.limits.Deadline), // no pause that outlasts the deadline is begun
	)
	if err != nil {
		return Details{}, failed
	}
	return known.filtered(), nil
}

func (b *bounded) pauses() backoff.BackOff {
	return &backoff.ExponentialBackOff{
		InitialInterval: b.limits.Pause, Multiplier: 2, RandomizationFactor: 0.5, MaxInterval: b.limits.Deadline,
	}
}

// retryable tells backoff what to do about a classified error.
func retryable(err error) error {
	var passing *UnavailableError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &passing):
		return backoff.Permanent(err)
	case passing.RetryAfter > 0:
		return errors.Join(err, &backoff.RetryAfterError{Duration: passing.RetryAfter})
	default:
		return err
	}
}
