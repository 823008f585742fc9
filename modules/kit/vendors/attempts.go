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

// DefaultLimits allow two more attempts after a failed one. Their deadline ends before
// the service's client stops waiting for its answer.
var DefaultLimits = Limits{Deadline: 10 * time.Second, Attempts: 3, Pause: 200 * time.Millisecond}

// bounded is a vendor as an Adapter. It asks the vendor within limits, classifies its
// errors and filters its details. One attempt may take the whole time, because a slow
// answer is better than none. Opening a connection has a shorter limit of its own.
type bounded struct {
	vendor asker
	limits Limits
}

func (b *bounded) Verify(ctx context.Context, r Request) (Details, error) {
	ctx, cancel := context.WithTimeout(ctx, b.limits.Deadline)
	defer cancel()
	c := &call{Request: r, key: rand.Text()}
	var failed error // of the last attempt; backoff would return the context's error instead
	known, err := backoff.Retry(ctx, func() (Details, error) {
		c.attempt++
		known, err := b.vendor.ask(ctx, c)
		failed = classify(err)
		return known, retryable(failed)
	},
		backoff.WithBackOff(b.pauses()),
		backoff.WithMaxTries(b.limits.Attempts),
		backoff.WithMaxElapsedTime(b.limits.Deadline), // a pause that would outlast the deadline does not begin
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

// retryable tells backoff whether a classified error allows another attempt, and after
// which pause.
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
