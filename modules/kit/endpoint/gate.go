package endpoint

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

const (
	// portion is the bytes of a body that have the weight 1, which is that of an
	// ordinary account: to read and check a body takes time as its size does.
	portion = 16 << 10
	// maxWait is how long a request waits to be let in. What waits longer could not
	// be done in good time.
	maxWait = 5 * time.Second
	// maxWaiting requests of one client, and of all, may wait.
	maxWaiting    = 256
	maxWaitingAll = 1024
)

// errThrottled says that there was no room: the request was not begun.
var errThrottled = errors.New("endpoint: too much at once")

// gate lets in as much work at once as memory and processors can do in good time. A
// request weighs its body. One client has at most half of the room, whatever it
// sends, and those who wait come in by turns, a request of each client: so a client
// that floods the service waits for itself and not others for it.
type gate struct {
	mu      sync.Mutex
	room    int // that is free
	share   int // that one client may have
	clients map[string]*visitor
	turns   []*visitor // those with requests that wait, the next one first
	waiting int
}

// visitor is a client with requests in the room or before the gate.
type visitor struct {
	name  string
	has   int // of the room
	queue []*visit
}

type visit struct {
	weight int
	in     chan struct{} // closed when it is let in
}

func newGate(room int) *gate {
	return &gate{room: room, share: max(1, room/2), clients: make(map[string]*visitor)}
}

// weight of a body of so many bytes.
func weight(bytes int64) int {
	return max(1, int((bytes+portion-1)/portion))
}

// enter returns when the client's request is let in; it must call leave once it is
// done. What weighs more than a client's share comes in when it has all of that.
func (g *gate) enter(ctx context.Context, client string, weight int) (leave func(), err error) {
	v := &visit{weight: min(weight, g.share), in: make(chan struct{})}
	who, err := g.arrive(client, v)
	if err != nil {
		return nil, err
	}
	if !g.wait(ctx, v) && !g.turnAway(who, v) {
		return nil, errThrottled
	}
	return sync.OnceFunc(func() { g.leave(who, v) }), nil
}

func (g *gate) arrive(client string, v *visit) (*visitor, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	who := g.clients[client]
	if who == nil {
		who = &visitor{name: client}
		g.clients[client] = who
	}
	if len(who.queue) >= maxWaiting || g.waiting >= maxWaitingAll {
		g.forget(who)
		return nil, errThrottled
	}
	if len(who.queue) == 0 {
		g.turns = append(g.turns, who)
	}
	who.queue = append(who.queue, v)
	g.waiting++
	g.admit()
	return who, nil
}

// wait reports whether the request was let in, in time.
func (g *gate) wait(ctx context.Context, v *visit) bool {
	select {
	case <-v.in:
		return true
	default:
	}
	timeout := time.NewTimer(maxWait)
	defer timeout.Stop()
	select {
	case <-v.in:
		return true
	case <-timeout.C:
	case <-ctx.Done():
	}
	return false
}

// turnAway takes a request that has waited for too long out of its queue, and
// reports whether it was let in at the last moment.
func (g *gate) turnAway(who *visitor, v *visit) (in bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(who.queue, v)
	if i < 0 {
		return true
	}
	g.waiting--
	who.queue = slices.Delete(who.queue, i, i+1)
	if len(who.queue) == 0 {
		g.turns = slices.DeleteFunc(g.turns, func(other *visitor) bool { return other == who })
	}
	g.forget(who)
	g.admit() // those behind it may be lighter
	return false
}

func (g *gate) leave(who *visitor, v *visit) {
	g.mu.Lock()
	defer g.mu.Unlock()
	who.has -= v.weight
	g.room += v.weight
	g.forget(who)
	g.admit()
}

func (g *gate) forget(who *visitor) {
	if who.has == 0 && len(who.queue) == 0 {
		delete(g.clients, who.name)
	}
}

// admit lets in those whose turn it is. A client that has its share is passed over;
// a heavy request is not, or light ones would keep it out for ever.
func (g *gate) admit() {
	for i := 0; i < len(g.turns); {
		who := g.turns[i]
		v := who.queue[0]
		switch {
		case who.has+v.weight > g.share:
			i++
			continue
		case v.weight > g.room:
			return
		}
		g.waiting--
		g.room -= v.weight
		who.has += v.weight
		who.queue = slices.Delete(who.queue, 0, 1)
		g.turns = slices.Delete(g.turns, i, i+1)
		if len(who.queue) > 0 {
			g.turns = append(g.turns, who)
		}
		close(v.in)
	}
}
