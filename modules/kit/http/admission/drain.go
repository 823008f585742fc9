package admission

import (
	"context"
	"sync"
)

// drain lets requests in until it is closed, and knows when the last one has left.
type drain struct {
	mu     sync.Mutex
	inside int
	closed bool
	empty  chan struct{} // closed when the drain is closed and the last request has left
}

// enter reports whether the request may begin. A request that may begin must leave.
func (d *drain) enter() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return false
	}
	d.inside++
	return true
}

func (d *drain) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.inside--
	if d.closed && d.inside == 0 {
		close(d.empty)
	}
}

// close refuses further requests and waits for those inside. If ctx ends before they
// have left, close returns how many are inside.
func (d *drain) close(ctx context.Context) (inside int) {
	d.mu.Lock()
	if !d.closed {
		d.closed, d.empty = true, make(chan struct{})
		if d.inside == 0 {
			close(d.empty)
		}
	}
	d.mu.Unlock()
	select {
	case <-d.empty:
		return 0
	case <-ctx.Done():
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.inside
}
