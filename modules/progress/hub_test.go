package progress

import (
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// What many follow is read once for all of them.
func TestManyReadersCostAsMuchAsOne(t *testing.T) {
	h := newHub(time.Millisecond)
	defer h.close()
	var asked, made atomic.Int64
	var n atomic.Int64
	s := source{
		func() (string, error) { asked.Add(1); return strconv.FormatInt(n.Load(), 10), nil },
		func() (string, error) { made.Add(1); return "<p>" + strconv.FormatInt(n.Load(), 10), nil },
	}
	const readers, changes = 50, 20
	var ready, done sync.WaitGroup
	for range readers {
		updates, leave := h.follow("x", s)
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
		t.Error("something is followed that nobody looks at")
	}
}

func TestALateReaderGetsTheLatest(t *testing.T) {
	h := newHub(time.Hour)
	defer h.close()
	s := source{func() (string, error) { return "1", nil }, func() (string, error) { return "one", nil }}
	first, leave := h.follow("x", s)
	defer leave()
	<-first
	second, leaveToo := h.follow("x", s)
	defer leaveToo()
	if u := <-second; u.html != "one" {
		t.Errorf("got %q", u.html)
	}
}

// A slow reader gets the latest only, and holds nobody up.
func TestASlowReaderMissesWhatIsOver(t *testing.T) {
	h := newHub(time.Hour)
	updates, leave := h.follow("x", source{func() (string, error) { return "", errors.New("busy") }, nil})
	defer leave()
	topic := h.open["x"]
	for i := range 100 {
		h.send(topic, update{strconv.Itoa(i), strconv.Itoa(i)})
	}
	if u := <-updates; u.html != "99" {
		t.Errorf("got %q", u.html)
	}
	h.close()
	h.close()
}

func TestEventsKeepTheirLines(t *testing.T) {
	for html, want := range map[string]string{
		"a":          "id: v\ndata: a\n\n",
		"a\nb\n\nc":  "id: v\ndata: a\ndata: b\ndata: \ndata: c\n\n",
		"a\r\rb\r\n": "id: v\ndata: a  b \n\n",
		"":           "id: v\n\n",
	} {
		if got := (update{html, "v"}).event(); got != want {
			t.Errorf("%q: %q, want %q", html, got, want)
		}
	}
}
