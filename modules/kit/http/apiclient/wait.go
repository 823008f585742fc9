package apiclient

import (
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"time"
)

// Wait is why and until when a client waits for the service. The zero value is no wait.
type Wait struct {
	Reason string    // "" where it does not wait
	Until  time.Time // the next attempt; zero where a request is under way
	Since  time.Time // the last sign of the service; zero where an attempt has failed
}

// IsAny reports whether the client waits.
func (w Wait) IsAny() bool { return w.Reason != "" }

// Describe says what the client waits for, in one line.
func (w Wait) Describe(base string, now time.Time) string {
	text := "waiting for " + base + ": " + w.Reason
	if left := w.Until.Sub(now); left > 0 {
		text += ", next try in " + formatSeconds(left)
	}
	if !w.Since.IsZero() {
		text += " for " + formatSeconds(now.Sub(w.Since))
	}
	return text
}

// formatSeconds returns whole seconds, rounded up.
func formatSeconds(d time.Duration) string {
	return fmt.Sprintf("%.0f s", math.Ceil(d.Seconds()))
}

// FindWait returns what the client waits for.
func (c *Client) FindWait(now time.Time) Wait {
	if w := c.pause.Load(); w != nil {
		return *w
	}
	heard := time.Unix(0, c.lastHeard.Load())
	if c.inFlight.Load() > 0 && now.Sub(heard) > c.options.Slow {
		return Wait{Reason: "no answer", Since: heard}
	}
	return Wait{}
}

// SetWait says what the client waits for beside its own repetitions. The zero value ends it.
func (c *Client) SetWait(w Wait) {
	if !w.IsAny() {
		c.pause.Store(nil)
		return
	}
	c.pause.Store(&w)
}

// beginRequest counts a request as under way, until end is called.
func (c *Client) beginRequest() (end func()) {
	if c.inFlight.Add(1) == 1 {
		c.hearService()
	}
	return func() { c.inFlight.Add(-1) }
}

// hearService notes a sign of the service.
func (c *Client) hearService() { c.lastHeard.Store(time.Now().UnixNano()) }

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
