// Package live keeps open pages up to date: it sends the changed parts of a page to all
// readers that follow it, as server-sent events. The script live.js shows them.
package live

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

// refreshInterval is how often a page is rendered although no row changed. An import rate falls,
// and an import is reported as standing still, by the passing of time alone.
const refreshInterval = 10 * time.Second

// Source is what a page follows. An error that wraps [ErrGone] says that the shown thing was
// deleted, which is no failure.
type Source struct {
	// ReadState returns a text that changes when the shown data does. It is called often.
	ReadState func() (string, error)
	// Render returns the shown data as HTML.
	Render func() (string, error)
}

// Hub has one goroutine for each topic that has readers. It sends changes to all readers of the
// topic, at most once in an interval.
type Hub struct {
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

// NewHub makes a hub that looks for changes once in a pause.
func NewHub(pause time.Duration, log func() *slog.Logger) *Hub {
	return &Hub{interval: pause, open: make(map[string]*topic), ended: make(chan struct{}), log: log}
}

// ErrGone says that what a page shows was deleted meanwhile.
var ErrGone = errors.New("what the page shows is gone")

// Run ends all updates when ctx ends.
func (h *Hub) Run(ctx context.Context) {
	<-ctx.Done()
	h.stop()
}

func (h *Hub) stop() { h.once.Do(func() { close(h.ended) }) }

// followTopic returns the updates of a topic, with the latest one first if there is one. A slow
// reader gets the latest update only. leave ends the updates.
func (h *Hub) followTopic(name string, s Source) (updates <-chan update, leave func()) {
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

func (h *Hub) leaveTopic(name string, t *topic, reader chan update) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(t.readers, reader)
	if len(t.readers) == 0 && h.open[name] == t {
		delete(h.open, name)
		close(t.stop)
	}
}

// pollSource looks for changes until the topic has no reader.
func (h *Hub) pollSource(t *topic, s Source) {
	ticker := time.NewTicker(h.interval)
	defer ticker.Stop()
	f := followedSource{Source: s}
	failing := false
	for {
		u, changed, err := f.readUpdate()
		if changed {
			h.sendUpdate(t, u)
		}
		// The database may be busy: the next poll reads again. A page whose supplier or account was
		// deleted meanwhile is no failure.
		if failed := err != nil && !errors.Is(err, ErrGone); failed != failing {
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
func (h *Hub) logFailure(failing bool, err error) {
	if failing {
		h.log().Error("a page that is followed stands still, and is tried until it goes on", "error", err)
		return
	}
	h.log().Info("a page that stood still goes on")
}

// followedSource is a source with its last state.
type followedSource struct {
	Source
	last string // state
	made time.Time
}

// readUpdate returns the shown data if it may have changed.
func (f *followedSource) readUpdate() (u update, changed bool, err error) {
	state, err := f.ReadState()
	if err != nil || state == f.last && time.Since(f.made) < refreshInterval {
		return u, false, err
	}
	html, err := f.Render()
	if err != nil {
		return u, false, err
	}
	f.last, f.made = state, time.Now()
	return update{html, computeDigest(html)}, true, nil
}

// sendUpdate sends an update to each reader, in place of an older one that the reader has not
// received.
func (h *Hub) sendUpdate(t *topic, u update) {
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
