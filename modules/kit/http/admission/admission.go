// Package admission decides which requests are served, and when. A request passes
// three checks, in this order:
//
//   - the drain refuses new requests while the service stops, and waits for the
//     requests that it let in;
//   - the limits are the requests per second and the concurrent requests that an
//     operator allows a client;
//   - the queue admits as much work at once as memory and processors can do in good
//     time, and divides it among the clients.
//
// A [Ticket] records what a request holds of the three. The endpoints and the frame of the
// pages are the only callers: the domain receives a function value that runs what it waits
// for.
package admission

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dataimport/modules/kit/domain/settings"
)

var (
	// ErrDraining says that the service stops and begins no further request.
	ErrDraining = errors.New("admission: the service is stopping")
	// ErrThrottled says that the request was not admitted in time. Nothing of it was done.
	ErrThrottled = errors.New("admission: too much at once")
	// errQueueFull is the ErrThrottled of a request that found a full queue.
	errQueueFull = fmt.Errorf("%w, and too many requests wait", ErrThrottled)
)

// Admission holds the state of the three checks for one server.
type Admission struct {
	drain  drain
	limits *limits
	// Reads do not wait for writes, and neither waits for pages: each have a queue of their
	// own.
	writes, reads, pages *queue
}

// roomPerPage is how many small requests take the processors as long as a page does.
const roomPerPage = 16

// New makes an admission. room is the weight that is admitted at once, for writes and
// for reads each; a small request weighs 1. anonymousPerSecond is how many requests
// without a client a caller address may send in a second; 0 is no limit.
func New(room, anonymousPerSecond int) *Admission {
	return &Admission{limits: newLimits(anonymousPerSecond), writes: newQueue(room), reads: newQueue(room), pages: newQueue(max(2, room/roomPerPage))}
}

// Caller is the sender of a request.
type Caller struct {
	Client  *settings.Client // nil for an anonymous caller
	Address string           // the caller address; it is needed for an anonymous caller only
}

// name identifies the caller whose share of the queue a request takes.
func (c *Caller) name() string {
	if c.Client != nil {
		return c.Client.ID
	}
	return c.Address
}

// Drain refuses the requests that come from this moment on with [ErrDraining]. It
// returns 0 when all requests that entered have left. If ctx ends before that, it
// returns how many have not left.
func (a *Admission) Drain(ctx context.Context) (unanswered int) { return a.drain.close(ctx) }

// holdBackTime is how long a request that found a full queue is held back before it is
// answered. A client that repeats hundreds of refused requests at once costs the
// processors more than its work does.
const holdBackTime = time.Second

// HoldBack delays the answer to a request that found a full queue, by a second at most.
// err is the error of the request; HoldBack returns at once for any other error, and
// when ctx ends. The caller keeps no body of the request meanwhile.
func HoldBack(ctx context.Context, err error) {
	if !errors.Is(err, errQueueFull) {
		return
	}
	select {
	case <-time.After(holdBackTime):
	case <-ctx.Done():
	}
}
