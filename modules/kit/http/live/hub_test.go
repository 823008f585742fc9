package live

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A topic with many readers is read once for all of them.
func TestManyReadersCostAsMuchAsOne(t *testing.T) {
	h := NewHub(time.Millisecond, slog.Default)
	defer h.stop()
	var asked, made atomic.Int64
	var n atomic.Int64
	s := Source{
		func() (string, error) { asked.Add(1); return strconv.FormatInt(n.Load(), 10), nil },
		func() (string, error) { made.Add(1); return "<p>" + strconv.FormatInt(n.Load(), 10), nil },
	}
	const readers, changes = 50, 20
	var ready, done sync.WaitGroup
	for range readers {
		updates, leave := h.followTopic("x", s)
		ready.Add(1)
		done.Go(func() {
			defer leave()
			first, last := true, ""
			for u := range updates {
				if u.html == last {
					t.Error("the same came twice")
				}
				last = u.html
				if first {
					ready.Done()
					first = false
				}
				if u.html == "<p>"+strconv.Itoa(changes) {
					return
				}
			}
		})
	}
	ready.Wait()
	for range changes {
		n.Add(1)
	}
	done.Wait()
	if got := made.Load(); got > changes+1 {
		t.Errorf("made %d times for %d changes", got, changes)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.open) != 0 {
		t.Error("a topic without readers is polled")
	}
}

func TestALateReaderGetsTheLatest(t *testing.T) {
	h := NewHub(time.Hour, slog.Default)
	defer h.stop()
	s := Source{func() (string, error) { return "1", nil }, func() (string, error) { return "one", nil }}
	first, leave := h.followTopic("x", s)
	defer leave()
	<-first
	second, leaveToo := h.followTopic("x", s)
	defer leaveToo()
	if u := <-second; u.html != "one" {
		t.Errorf("got %q", u.html)
	}
}

// A slow reader gets the latest update only, and delays no other reader.
func TestASlowReaderGetsTheLatest(t *testing.T) {
	h := NewHub(time.Hour, slog.Default)
	updates, leave := h.followTopic("x", Source{func() (string, error) { return "", errors.New("busy") }, nil})
	defer leave()
	topic := h.open["x"]
	for i := range 100 {
		h.sendUpdate(topic, update{strconv.Itoa(i), strconv.Itoa(i)})
	}
	if u := <-updates; u.html != "99" {
		t.Errorf("got %q", u.html)
	}
	h.stop()
	h.stop()
}

// A page that cannot be updated is logged once. So is its recovery.
func TestAPageThatStandsStillIsLogged(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	var asked atomic.Int64
	s := Source{
		func() (string, error) {
			switch n := asked.Add(1); {
			case n == 1:
				return "", fmt.Errorf("never sent: %w", ErrGone)
			case n < 5:
				return "", errors.New("a column is missing")
			}
			return "1", nil
		},
		func() (string, error) { return "one", nil },
	}
	h := NewHub(time.Millisecond, func() *slog.Logger { return logger })
	defer h.stop()
	updates, leave := h.followTopic("EXT-1", s)
	defer leave()
	if u := <-updates; u.html != "one" {
		t.Errorf("got %q", u.html)
	}
	for deadline := time.Now().Add(10 * time.Second); asked.Load() < 7 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond) // until it is logged
	}
	text := log.String()
	if strings.Count(text, "level=ERROR") != 1 || strings.Count(text, "a column is missing") != 1 || strings.Count(text, "level=INFO") != 1 {
		t.Errorf("the log says %q", text)
	}
	if strings.Contains(text, "EXT-1") || strings.Contains(text, "never sent") {
		t.Errorf("the log says too much: %q", text)
	}
}

func TestEventsKeepTheirLines(t *testing.T) {
	for html, want := range map[string]string{
		"a":          "id: v\ndata: a\n\n",
		"a\nb\n\nc":  "id: v\ndata: a\ndata: b\ndata: \ndata: c\n\n",
		"a\r\rb\r\n": "id: v\ndata: a  b \n\n",
		"":           "id: v\n\n",
	} {
		if got := (update{html, "v"}).formatEvent(); got != want {
			t.Errorf("%q: %q, want %q", html, got, want)
		}
	}
}
