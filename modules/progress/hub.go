package progress

import (
	"errors"
	"log/slog"
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
	log   func() *slog.Logger
}

type topic struct {
	readers map[chan update]bool
	latest  update
	stop    chan struct{}
}

// update is what is shown, and the version that it is known by.
type update struct{ html, version string }

func newHub(pause time.Duration, log func() *slog.Logger) *hub {
	return &hub{pause: pause, open: make(map[string]*topic), ended: make(chan struct{}), log: log}
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
	f := followed{source: s}
	failing := false
	for {
		u, changed, err := f.next()
		if changed {
			h.send(t, u)
		}
		// The database may be busy: what cannot be read now is read the next time. What
		// is gone meanwhile is no failure.
		var gone *problem
		if failed := err != nil && !errors.As(err, &gone); failed != failing {
			failing = failed
			h.tell(failing, err)
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

// tell says once that a page stands still, since its readers do not see that, and once
// that it goes on. Which page it is stays out of the log: it may name an account.
func (h *hub) tell(failing bool, err error) {
	if failing {
		h.log().Error("a page that is followed stands still, and is tried until it goes on", "error", err)
		return
	}
	h.log().Info("a page that stood still goes on")
}

// followed is a source, and what it last gave.
type followed struct {
	source
	last string // state
	made time.Time
}

// next is what is shown now, if that may have changed.
func (f *followed) next() (u update, changed bool, err error) {
	state, err := f.state()
	if err != nil || state == f.last && time.Since(f.made) < refresh {
		return u, false, err
	}
	html, err := f.make()
	if err != nil {
		return u, false, err
	}
	f.last, f.made = state, time.Now()
	return update{html, digest(html)}, true, nil
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
