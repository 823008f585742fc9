package progress

import (
	"errors"
	"log/slog"
	"sync"
	"time"
)

// refreshInterval is how often a page is rendered although no row changed. An import rate falls,
// and an import is reported as standing still, by the passing of time alone.
const refreshInterval = 10 * time.Second

// source is what a page follows.
type source struct {
	// readState returns a text that changes when the shown data does. It is called often.
	readState func() (string, error)
	// render returns the shown data as HTML.
	render func() (string, error)
}

// hub has one goroutine for each topic that has readers. It sends changes to all readers of the
// topic, at most once in an interval.
type hub struct {
	interval time.Duration
	mu       sync.Mutex
	open     map[string]*topic
	ended    chan struct{} // closed when the service stops
	once     sync.Once
	log      func() *slog.Logger
}

type topic struct {
	readers map[chan update]bool
	latest  update
	stop    chan struct{}
}

// update is the shown data with its version.
type update struct{ html, version string }

func newHub(pause time.Duration, log func() *slog.Logger) *hub {
	return &hub{interval: pause, open: make(map[string]*topic), ended: make(chan struct{}), log: log}
}

func (h *hub) stop() { h.once.Do(func() { close(h.ended) }) }

// followTopic returns the updates of a topic, with the latest one first if there is one. A slow
// reader gets the latest update only. leave ends the updates.
func (h *hub) followTopic(name string, s source) (updates <-chan update, leave func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.open[name]
	if t == nil {
		t = &topic{readers: make(map[chan update]bool), stop: make(chan struct{})}
		h.open[name] = t
		go h.pollSource(t, s)
	}
	reader := make(chan update, 1)
	t.readers[reader] = true
	if t.latest.version != "" {
		reader <- t.latest
	}
	return reader, func() { h.leaveTopic(name, t, reader) }
}

func (h *hub) leaveTopic(name string, t *topic, reader chan update) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(t.readers, reader)
	if len(t.readers) == 0 && h.open[name] == t {
		delete(h.open, name)
		close(t.stop)
	}
}

// pollSource looks for changes until the topic has no reader.
func (h *hub) pollSource(t *topic, s source) {
	ticker := time.NewTicker(h.interval)
	defer ticker.Stop()
	f := followedSource{source: s}
	failing := false
	for {
		u, changed, err := f.readUpdate()
		if changed {
			h.sendUpdate(t, u)
		}
		// The database may be busy: the next poll reads again. A page whose supplier or account was
		// deleted meanwhile is no failure.
		var gone *problem
		if failed := err != nil && !errors.As(err, &gone); failed != failing {
			failing = failed
			h.logFailure(failing, err)
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

// logFailure logs once that a page cannot be updated, because its readers do not see that, and once
// that it is updated again. The page's address is left out of the log: it may contain an account's
// number.
func (h *hub) logFailure(failing bool, err error) {
	if failing {
		h.log().Error("a page that is followed stands still, and is tried until it goes on", "error", err)
		return
	}
	h.log().Info("a page that stood still goes on")
}

// followedSource is a source with its last state.
type followedSource struct {
	source
	last string // state
	made time.Time
}

// readUpdate returns the shown data if it may have changed.
func (f *followedSource) readUpdate() (u update, changed bool, err error) {
	state, err := f.readState()
	if err != nil || state == f.last && time.Since(f.made) < refreshInterval {
		return u, false, err
	}
	html, err := f.render()
	if err != nil {
		return u, false, err
	}
	f.last, f.made = state, time.Now()
	return update{html, computeDigest(html)}, true, nil
}

// sendUpdate sends an update to each reader, in place of an older one that the reader has not
// received.
func (h *hub) sendUpdate(t *topic, u update) {
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
