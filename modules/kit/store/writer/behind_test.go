package writer

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
)

// crowd is those who work behind a writer.
type crowd struct {
	*testing.T
	writer  *Writer
	done    []chan struct{} // of each who came
	mu      sync.Mutex
	working []int
}

// come has one more begin to work as soon as it may.
func (c *crowd) come() {
	n, done := len(c.done), make(chan struct{})
	c.done = append(c.done, done)
	go c.writer.Behind(func() {
		c.mu.Lock()
		c.working = append(c.working, n)
		c.mu.Unlock()
		<-done
	})
	synctest.Wait()
}

func (c *crowd) leave(n int) {
	close(c.done[n])
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.working = slices.DeleteFunc(c.working, func(other int) bool { return other == n })
}

func (c *crowd) expect(want ...int) {
	c.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.Sort(c.working)
	if !slices.Equal(c.working, want) {
		c.Errorf("%v work, want %v", c.working, want)
	}
}

// While the writer writes, one of two processors is left to it; when it waits for the
// disk, others have all of them.
func TestOthersWorkBehindTheWriter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &crowd{T: t, writer: &Writer{precedence: &precedence{processors: 2}}}
		writing := &c.writer.precedence.writing
		writing.Store(true)
		for range 7 {
			c.come()
		}
		c.expect(0)
		c.leave(0)
		c.expect(1)
		writing.Store(false)
		c.leave(1)
		c.expect(2, 3, 4, 5)
		writing.Store(true)
		c.leave(2)
		c.leave(3)
		c.leave(4)
		c.expect(5)
		c.leave(5)
		c.expect(6)
		c.leave(6)
		if p := c.writer.precedence; p.working != 0 || len(p.waiting) > 0 {
			t.Errorf("something is left: %+v", p)
		}
	})
}

// Work that panics leaves its place to others, and a lone processor is not kept from them.
func TestWorkThatPanics(t *testing.T) {
	w := &Writer{precedence: &precedence{processors: 1}}
	w.precedence.writing.Store(true)
	for range 3 {
		func() {
			defer func() { _ = recover() }()
			w.Behind(func() { panic("unreadable") })
		}()
	}
	worked := false
	w.Behind(func() { worked = true })
	if !worked {
		t.Error("nobody works any more")
	}
}
