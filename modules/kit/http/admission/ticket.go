package admission

import (
	"context"
)

// Ticket is the admission of one request. One goroutine uses it.
type Ticket struct {
	admission *Admission
	caller    Caller
	used      *allowance // of the limits; nil where the request holds none

	queue    *queue // nil before the request asks to be admitted, and after its release
	share    *share
	weight   int
	admitted chan struct{} // closed on admission; nil where the request does not wait
	inside   bool          // admitted and not released
}

// Enter begins a request. The ticket must [Ticket.Leave] when the request is answered.
// The error is [ErrDraining].
func (a *Admission) Enter() (*Ticket, error) {
	if !a.drain.enter() {
		return nil, ErrDraining
	}
	return &Ticket{admission: a}, nil
}

// AdmitRead waits until a request without a body is admitted, for 5 s at most. The
// error is [ErrThrottled].
func (t *Ticket) AdmitRead(ctx context.Context) error { return t.admission.reads.admit(ctx, t, 1) }

// AdmitPage waits until a page for a reader is admitted, for 5 s at most. The reader is a
// member of the staff or a caller address. The error is [ErrThrottled].
func (t *Ticket) AdmitPage(ctx context.Context, reader string) error {
	t.caller, t.admitted = Caller{Address: reader}, nil
	return t.admission.pages.admit(ctx, t, 1)
}

// AdmitWrite waits until a request with a body of so many bytes is admitted, for 5 s at
// most. The error is [ErrThrottled].
func (t *Ticket) AdmitWrite(ctx context.Context, bytes int64) error {
	return t.admission.writes.admit(ctx, t, weightOf(bytes))
}

// Release gives the share of the queue back. Releasing twice has no further effect.
func (t *Ticket) Release() {
	q := t.queue
	if q == nil {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	t.queue = nil
	if !t.inside {
		return
	}
	t.inside = false
	t.share.held -= t.weight
	t.share.wanted -= t.weight
	q.free += t.weight
	q.forgetUnused(t.share)
	q.admitNext()
}

// ReleaseWhile runs wait, which waits for a client or another service. The request does
// no work during that time. So it does not count where the queue gives way to a light
// client; it does count toward the half of the room that a client may have. The error
// is the error of wait.
func (t *Ticket) ReleaseWhile(wait func() error) error {
	if t.queue == nil {
		return wait()
	}
	t.queue.addIdle(t, t.weight)
	defer t.queue.addIdle(t, -t.weight)
	return wait()
}

// Parallel returns how many parts of an admitted request may be worked on at this moment:
// as many as the request weighs, and beside a light client no more than a flood of requests
// may have. It is safe for concurrent use while the request is admitted.
func (t *Ticket) Parallel() int {
	q := t.queue
	if q == nil {
		return 1
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.hasLightClientBeside(t.share) {
		return min(t.weight, q.maxBesideLight)
	}
	return t.weight
}

// Leave ends the request: it gives back all that the ticket holds. It is called once.
func (t *Ticket) Leave() {
	t.Release()
	t.admission.limits.giveBack(t)
	t.admission.drain.leave()
}

type pageKey struct{}

// WithPage returns the context of a page with its ticket.
func WithPage(ctx context.Context, t *Ticket) context.Context {
	return context.WithValue(ctx, pageKey{}, t)
}

// ReleasePageWhile runs send, which waits for the reader of a long answer. The page of ctx
// releases its admission meanwhile, and then waits until it is admitted again. The error is
// that of ctx, when it ends.
func ReleasePageWhile(ctx context.Context, send func()) error {
	t, _ := ctx.Value(pageKey{}).(*Ticket)
	if t == nil {
		send()
		return nil
	}
	t.Release()
	send()
	for {
		err := t.AdmitPage(ctx, t.caller.Address)
		if err == nil || ctx.Err() != nil {
			return ctx.Err()
		}
		HoldBack(ctx, err)
	}
}
