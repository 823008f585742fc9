package replica

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// handoverPause is the time between two looks at the lease during a handover.
const handoverPause = 100 * time.Millisecond

// Handover has the standby take the place of the primary, which stop tells to stop. It
// returns the name of the new primary when that has begun.
func Handover(ctx context.Context, c *Config, stop func() error) (name string, err error) {
	b, err := openBucket(c)
	if err != nil {
		return "", err
	}
	watch := leaseWatch{bucket: b}
	if err := watch.look(ctx); err != nil {
		return "", fmt.Errorf("the storage of the replica: %w", err)
	}
	before := watch.record
	switch {
	case watch.version == "" || before.Released:
		return "", errors.New("there is no primary")
	case !before.Followed:
		return "", errors.New("no standby follows: nothing would take over")
	}
	if err := stop(); err != nil {
		return "", err
	}
	for {
		if err := pause(ctx, handoverPause); err != nil {
			return "", errors.New("the standby has not taken over: look at its log")
		}
		if err := watch.look(ctx); err != nil {
			continue // it is tried again until ctx ends
		}
		if watch.record.Generation > before.Generation {
			return watch.record.Name, nil
		}
	}
}
