package writer

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
)

// workload is work that a scheduler runs.
type workload struct {
	*testing.T
	scheduler *Scheduler
	done      []chan struct{} // of each piece of work
	mu        sync.Mutex
	working   []int
}

// come adds one more piece of work, which runs as soon as it may.
func (c *workload) come() {
	n, done := len(c.done), make(chan struct{})
	c.done = append(c.done, done)
	go c.scheduler.Run(func() {
		c.mu.Lock()
		c.working = append(c.working, n)
		c.mu.Unlock()
		<-done
	})
	synctest.Wait()
}

func (c *workload) leave(n int) {
	close(c.done[n])
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.working = slices.DeleteFunc(c.working, func(other int) bool { return other == n })
}

func (c *workload) expect(want ...int) {
	c.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.Sort(c.working)
	if !slices.Equal(c.working, want) {
		c.Errorf("%v work, want %v", c.working, want)
	}
}

// While the writer writes, the scheduler leaves one of two processors to it. While the
// writer waits for the disk, other work has all processors.
func TestSchedulerLeavesAProcessorToTheWriter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &workload{T: t, scheduler: &Scheduler{processors: 2}}
		writing := &c.scheduler.writing
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
		if p := c.scheduler; p.running != 0 || len(p.waiting) > 0 {
			t.Errorf("something is left: %+v", p)
		}
	})
}

// Work that panics releases its slot, and on a single processor work runs while the writer
// writes.
func TestSchedulerSurvivesAPanic(t *testing.T) {
	s := &Scheduler{processors: 1}
	s.writing.Store(true)
	for range 3 {
		func() {
			defer func() { _ = recover() }()
			s.Run(func() { panic("unreadable") })
		}()
	}
	worked := false
	s.Run(func() { worked = true })
	if !worked {
		t.Error("no work runs any more")
	}
}
