package importclient

import (
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"time"
)

// A wait is why and until when a run waits for the service.
type wait struct {
	reason string    // "" where it does not wait
	until  time.Time // the next attempt; zero where a request is under way
	since  time.Time // the last sign of the service; zero where an attempt has failed
}

func (w wait) describe(base string, now time.Time) string {
	text := "waiting for " + base + ": " + w.reason
	if left := w.until.Sub(now); left > 0 {
		text += ", next try in " + formatSeconds(left)
	}
	if !w.since.IsZero() {
		text += " for " + formatSeconds(now.Sub(w.since))
	}
	return text
}

// formatSeconds returns whole seconds, rounded up.
func formatSeconds(d time.Duration) string {
	return fmt.Sprintf("%.0f s", math.Ceil(d.Seconds()))
}

// findWait returns what the run waits for.
func (a *api) findWait(now time.Time) wait {
	if w := a.pause.Load(); w != nil {
		return *w
	}
	heard := time.Unix(0, a.lastHeard.Load())
	if a.inFlight.Load() > 0 && now.Sub(heard) > a.slow {
		return wait{reason: "no answer", since: heard}
	}
	return wait{}
}

// beginRequest counts a request as under way, until end is called.
func (a *api) beginRequest() (end func()) {
	if a.inFlight.Add(1) == 1 {
		a.hearService()
	}
	return func() { a.inFlight.Add(-1) }
}

// hearService notes a sign of the service.
func (a *api) hearService() { a.lastHeard.Store(time.Now().UnixNano()) }

// describeLost returns why a request had no answer, without the address and the system call.
func describeLost(err error) string {
	if lost, ok := errors.AsType[*net.OpError](err); ok {
		if call, ok := errors.AsType[*os.SyscallError](lost.Err); ok {
			return call.Err.Error()
		}
		if lost.Err != nil {
			return lost.Err.Error()
		}
	}
	return unwrapURLError(err).Error()
}
