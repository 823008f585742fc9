package admission

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// bytesPerWeight is the size of a body that has the weight 1, which is the weight of
	// an ordinary account. The time to read and check a body grows with its size.
	bytesPerWeight = 16 << 10
	// maxWait is how long a request waits for its admission. A request that waits longer
	// could not be done in good time.
	maxWait = 5 * time.Second
	// maxWaiting requests of one client may wait, and maxWaitingAll requests in total.
	maxWaiting    = 256
	maxWaitingAll = 1024
)

// queue admits requests up to a total weight, its room. One client holds at most half
// of the room. Clients that wait take turns: each turn admits one request of a client.
// So a client that floods the service waits for itself, and other clients do not wait
// for it.
//
// Admitted requests are served before later ones, whose writes wait for them. So while
// there is a light client, each other client does work of at most a 32nd of the room
// at once; see [queue.hasFullShare]. This costs the other clients some of their rate.
type queue struct {
	mu             sync.Mutex
	free           int // weight of the room that no request holds
	max            int // weight that one client may hold
	maxBesideLight int // weight of the work that it may do beside a light client
	clients        map[string]*share
	demands        map[string]demand
	turns          []*share // of clients with waiting requests, the next one first
	waiting        int      // requests
}

// share is what a client holds of the room and waits for. It exists only while the
// client has requests.
type share struct {
	name    string
	held    int       // weight of the admitted requests
	idle    int       // weight of the admitted requests that do no work; see ReleaseWhile
	wanted  int       // weight of the admitted and the waiting requests
	waiting []*Ticket // in the order of arrival
}

func newQueue(room int) *queue {
	return &queue{
		free: room, max: max(1, room/2), maxBesideLight: max(1, room/32),
		clients: make(map[string]*share), demands: make(map[string]demand),
	}
}

// weightOf is the weight of a body of so many bytes.
func weightOf(bytes int64) int {
	return max(1, int((bytes+bytesPerWeight-1)/bytesPerWeight))
}

// admit returns nil when the request of a ticket is admitted; the ticket must then be
// released. A request that weighs more than a client may hold is admitted when the
// client holds nothing else. The error is ErrThrottled.
func (q *queue) admit(ctx context.Context, t *Ticket, weight int) error {
	t.queue, t.weight = q, min(weight, q.max)
	if err := q.join(t); err != nil {
		return err
	}
	if t.admitted != nil && !t.awaitAdmission(ctx) && !q.withdraw(t) {
		return ErrThrottled
	}
	return nil
}

// join adds the request to the waiting ones of its client, and admits all that it can.
// It makes the channel admitted for a request that has to wait.
func (q *queue) join(t *Ticket) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	name := t.caller.name()
	s := q.clients[name]
	if s == nil {
		s = &share{name: name}
		q.clients[name] = s
	}
	if len(s.waiting) >= maxWaiting || q.waiting >= maxWaitingAll {
		q.forgetUnused(s)
		return errQueueFull
	}
	t.share = s
	if len(s.waiting) == 0 {
		q.turns = append(q.turns, s)
	}
	s.waiting = append(s.waiting, t)
	s.wanted += t.weight
	q.waiting++
	if t.caller.Client != nil {
		q.recordDemand(s)
	}
	q.admitNext()
	if !t.inside {
		t.admitted = make(chan struct{})
	}
	return nil
}

// awaitAdmission reports whether the request is admitted before maxWait is over and
// before ctx ends.
func (t *Ticket) awaitAdmission(ctx context.Context) bool {
	timeout := time.NewTimer(maxWait)
	defer timeout.Stop()
	select {
	case <-t.admitted:
		return true
	case <-timeout.C:
	case <-ctx.Done():
	}
	return false
}

// withdraw removes a request that has waited too long. It reports whether the request
// was admitted meanwhile; then it stays admitted.
func (q *queue) withdraw(t *Ticket) (admitted bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.inside {
		return true
	}
	s := t.share
	i := slices.Index(s.waiting, t)
	q.waiting--
	s.wanted -= t.weight
	s.waiting = slices.Delete(s.waiting, i, i+1)
	if len(s.waiting) == 0 {
		q.turns = slices.DeleteFunc(q.turns, func(other *share) bool { return other == s })
	}
	q.forgetUnused(s)
	q.admitNext() // the requests behind it may be lighter
	return false
}

// addIdle adds to the weight of the client that does no work.
func (q *queue) addIdle(t *Ticket, weight int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	t.share.idle += weight
	q.admitNext()
}

// forgetUnused removes the share of a client without requests.
func (q *queue) forgetUnused(s *share) {
	if s.held == 0 && len(s.waiting) == 0 {
		delete(q.clients, s.name)
	}
}

// admitNext admits all requests that fit, by turns. It passes over a client that has
// its full share. It does not pass over a heavy request that waits for room, since
// light requests would delay it without end.
func (q *queue) admitNext() {
	for i := 0; i < len(q.turns); {
		s := q.turns[i]
		t := s.waiting[0]
		switch {
		case q.hasFullShare(s, t.weight):
			i++
			continue
		case t.weight > q.free:
			return
		}
		q.waiting--
		q.free -= t.weight
		s.held += t.weight
		s.waiting = slices.Delete(s.waiting, 0, 1)
		q.turns = slices.Delete(q.turns, i, i+1)
		if len(s.waiting) > 0 {
			q.turns = append(q.turns, s)
		}
		t.inside = true
		if t.admitted != nil {
			close(t.admitted)
		}
	}
}
