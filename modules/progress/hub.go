package progress

import (
	"sync"
	"time"
)

// refresh is how often what is shown is made anew although no row changed: a pace
// slows down and an import comes to stand still by the passing of time alone.
const refresh = 10 * time.Second

// source is what a page follows.
type source struct {
	// state changes when anything does that is shown; it is asked for often.
	state func() (string, error)
	// make makes what is shown, as HTML.
	make func() (string, error)
}

// hub has one goroutine for each thing that is followed, as long as anybody follows
// it. It sends what changed to all who do, at most once in a pause.
type hub struct {
	pause time.Duration
	mu    sync.Mutex
	open  map[string]*topic
	ended chan struct{} // closed when the service stops
	once  sync.Once
}

type topic struct {
	readers map[chan update]bool
	latest  update
	stop    chan struct{}
}

// update is what is shown, and the version that it is known by.
type update struct{ html, version string }

func newHub(pause time.Duration) *hub {
	return &hub{pause: pause, open: make(map[string]*topic), ended: make(chan struct{})}
}

func (h *hub) close() { h.once.Do(func() { close(h.ended) }) }

// follow gives the updates of a thing by its name, the latest first if there is one
// already. A reader who is slow gets the latest only. The function ends it.
func (h *hub) follow(name string, s source) (updates <-chan update, leave func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.open[name]
	if t == nil {
		t = &topic{readers: make(map[chan update]bool), stop: make(chan struct{})}
		h.open[name] = t
		go h.poll(t, s)
	}
	reader := make(chan update, 1)
	t.readers[reader] = true
	if t.latest.version != "" {
		reader <- t.latest
	}
	return reader, func() { h.leave(name, t, reader) }
}

func (h *hub) leave(name string, t *topic, reader chan update) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(t.readers, reader)
	if len(t.readers) == 0 && h.open[name] == t {
		delete(h.open, name)
		close(t.stop)
	}
}

// poll looks for changes until nobody follows any more.
func (h *hub) poll(t *topic, s source) {
	ticker := time.NewTicker(h.pause)
	defer ticker.Stop()
	var state string
	var made time.Time
	for {
		// What cannot be read now is read the next time: the database may be busy.
		if now, err := s.state(); err == nil && (now != state || time.Since(made) >= refresh) {
			if html, err := s.make(); err == nil {
				state, made = now, time.Now()
				h.send(t, update{html, digest(html)})
			}
		}
		select {
		case <-ticker.C:
		case <-t.stop:
			return
		case <-h.ended:
			return
		}
	}
}

// send replaces what a reader has not taken yet.
func (h *hub) send(t *topic, u update) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t.latest.version == u.version {
		return
	}
	t.latest = u
	for reader := range t.readers {
		select {
		case <-reader:
		default:
		}
		reader <- u
	}
}
