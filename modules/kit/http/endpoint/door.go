package endpoint

import (
	"context"
	"sync"
)

// door lets requests in until it is shut, and knows when the last has left.
type door struct {
	mu     sync.Mutex
	inside int
	shut   bool
	left   chan struct{} // closed when the last has left a door that is shut
}

// enter reports whether the request may be served; then it must leave.
func (d *door) enter() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.shut {
		return false
	}
	d.inside++
	return true
}

func (d *door) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.inside--
	if d.shut && d.inside == 0 {
		close(d.left)
	}
}

// close lets nobody in any more and waits for those inside, until ctx ends: then it
// says how many are left.
func (d *door) close(ctx context.Context) (inside int) {
	d.mu.Lock()
	if !d.shut {
		d.shut, d.left = true, make(chan struct{})
		if d.inside == 0 {
			close(d.left)
		}
	}
	d.mu.Unlock()
	select {
	case <-d.left:
		return 0
	case <-ctx.Done():
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.inside
}

// Close refuses the requests that come from now on, and returns when those that were
// let in have their answers. Where ctx ends before, it says how many have none.
func (s *Server) Close(ctx context.Context) (unanswered int) {
	return s.door.close(ctx)
}
