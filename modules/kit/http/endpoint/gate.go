package endpoint

import (
	"context"
	"errors"
	"fmt"
	"maps"
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
	// calming is how long a request that may not even wait is held before it is told
	// so: a client that asks again at once, with hundreds of them, costs the processors
	// more than its work does.
	calming = time.Second
	// memory is how long it is remembered how much a client wanted.
	memory = time.Second
)

var (
	// errThrottled says that there was no room: the request was not begun.
	errThrottled = errors.New("endpoint: too much at once")
	// errCrowded is errThrottled where there was no room even to wait.
	errCrowded = fmt.Errorf("%w, and too many wait", errThrottled)
)

// gate lets in as much work at once as memory and processors can do in good time. A
// request weighs its body. One client has at most half of the room, whatever it
// sends, and those who wait come in by turns, a request of each client: so a client
// that floods the service waits for itself and not others for it.
//
// What is in the room already still goes before what comes. So while there is a client
// that is content with little, a 32nd of the room, the others get no more than that: a
// write waits for fewer others then, which costs them some of their rate. Clients that
// all want much have their halves. Nor does it count then who waits outside ([Call.WaitOutside]) and makes no
// work.
type gate struct {
	mu      sync.Mutex
	room    int // that is free
	share   int // that one client may have
	narrow  int // that it may have beside a modest one
	clients map[string]*visitor
	habits  map[string]habits
	turns   []*visitor // those with requests that wait, the next one first
	waiting int
}

// visitor is a client with requests in the room or before the gate.
type visitor struct {
	name  string
	has   int // of the room
	away  int // of that, which makes no work now
	wants int // of the room, with what waits
	queue []*visit
}

// habits are when a client last came, and when it last wanted more than is narrow.
type habits struct{ came, crowded time.Time }

// visit is a request, in the room or before the gate.
type visit struct {
	gate     *gate
	who      *visitor
	stranger bool // comes without a token
	weight   int
	in       chan struct{} // closed when it is let in
	left     bool
}

func newGate(room int) *gate {
	return &gate{
		room: room, share: max(1, room/2), narrow: max(1, room/32),
		clients: make(map[string]*visitor), habits: make(map[string]habits),
	}
}

// weight of a body of so many bytes.
func weight(bytes int64) int {
	return max(1, int((bytes+portion-1)/portion))
}

// enter returns when the client's request is let in; it must leave once it is done.
// What weighs more than a client's share comes in when it has all of that. A stranger
// is not given way, however modest: anybody could slow the clients down so.
func (g *gate) enter(ctx context.Context, client string, stranger bool, weight int) (*visit, error) {
	v := &visit{gate: g, stranger: stranger, weight: min(weight, g.share), in: make(chan struct{})}
	if err := g.arrive(client, v); err != nil {
		return nil, err
	}
	if !v.wait(ctx) && !g.turnAway(v) {
		return nil, errThrottled
	}
	return v, nil
}

func (g *gate) arrive(client string, v *visit) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	who := g.clients[client]
	if who == nil {
		who = &visitor{name: client}
		g.clients[client] = who
	}
	if len(who.queue) >= maxWaiting || g.waiting >= maxWaitingAll {
		g.forget(who)
		return errCrowded
	}
	v.who = who
	if len(who.queue) == 0 {
		g.turns = append(g.turns, who)
	}
	who.queue = append(who.queue, v)
	who.wants += v.weight
	g.waiting++
	if !v.stranger {
		g.learn(who)
	}
	g.admit()
	return nil
}

// wait reports whether the request was let in, in time.
func (v *visit) wait(ctx context.Context) bool {
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
func (g *gate) turnAway(v *visit) (in bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	who := v.who
	i := slices.Index(who.queue, v)
	if i < 0 {
		return true
	}
	g.waiting--
	who.wants -= v.weight
	who.queue = slices.Delete(who.queue, i, i+1)
	if len(who.queue) == 0 {
		g.turns = slices.DeleteFunc(g.turns, func(other *visitor) bool { return other == who })
	}
	g.forget(who)
	g.admit() // those behind it may be lighter
	return false
}

// leave is called once or more.
func (v *visit) leave() {
	g := v.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if v.left {
		return
	}
	v.left = true
	v.who.has -= v.weight
	v.who.wants -= v.weight
	g.room += v.weight
	g.forget(v.who)
	g.admit()
}

func (v *visit) away(wait func() error) error {
	v.step(v.weight)
	defer v.step(-v.weight)
	return wait()
}

// step has a part of the room make no work, or work again.
func (v *visit) step(out int) {
	v.gate.mu.Lock()
	defer v.gate.mu.Unlock()
	v.who.away += out
	v.gate.admit()
}

func (g *gate) forget(who *visitor) {
	if who.has == 0 && len(who.queue) == 0 {
		delete(g.clients, who.name)
	}
}

// learn remembers that a client came and what it wants, and forgets who has not come
// for long.
func (g *gate) learn(who *visitor) {
	now := time.Now()
	h, known := g.habits[who.name]
	if !known {
		maps.DeleteFunc(g.habits, func(_ string, h habits) bool { return now.Sub(h.came) > memory })
	}
	h.came = now
	if who.wants > g.narrow {
		h.crowded = now
	}
	g.habits[who.name] = h
}

// full reports whether a client has as much of the room as it may have now.
func (g *gate) full(who *visitor, v *visit) bool {
	if who.has+v.weight > g.share {
		return true
	}
	working := who.has - who.away
	return working > 0 && working+v.weight > g.narrow && g.besideModest(who)
}

// besideModest reports whether another client has come lately, and wanted little.
func (g *gate) besideModest(who *visitor) bool {
	now := time.Now()
	for name, h := range g.habits {
		if name != who.name && now.Sub(h.came) <= memory && now.Sub(h.crowded) > memory {
			return true
		}
	}
	return false
}

// admit lets in those whose turn it is. A client that has its share is passed over;
// a heavy request is not, or light ones would keep it out for ever.
func (g *gate) admit() {
	for i := 0; i < len(g.turns); {
		who := g.turns[i]
		v := who.queue[0]
		switch {
		case g.full(who, v):
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
