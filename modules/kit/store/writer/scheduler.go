package writer

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Scheduler gives the writer priority over the goroutines that prepare its jobs. All of
// them wait for the writer, so the writer must not wait for a processor. These goroutines
// come in bursts: each time a group has its answers. Go's scheduler would treat all of
// them and the writer alike.
type Scheduler struct {
	processors int
	writing    atomic.Bool
	mu         sync.Mutex
	running    int
	waiting    []chan struct{}
}

func newScheduler() *Scheduler { return &Scheduler{processors: runtime.GOMAXPROCS(0)} }

// Scheduler returns the scheduler of the writer.
func (w *Writer) Scheduler() *Scheduler { return w.scheduler }

// Run runs work that needs a processor and does not block, such as decoding a payload.
// While the writer writes, Run leaves one processor to it. Run returns when work has
// returned.
func (s *Scheduler) Run(work func()) {
	s.mu.Lock()
	if s.running < s.slots() {
		s.running++
		s.mu.Unlock()
	} else {
		turn := make(chan struct{})
		s.waiting = append(s.waiting, turn)
		s.mu.Unlock()
		<-turn
	}
	defer s.releaseSlot()
	work()
}

// releaseSlot lets waiting work run, as much as there are slots for at this moment.
func (s *Scheduler) releaseSlot() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running--
	for len(s.waiting) > 0 && s.running < s.slots() {
		s.running++
		close(s.waiting[0])
		s.waiting = s.waiting[1:]
	}
}

// slots is how much work may run at the same time. The writer only sets the flag and wakes
// no goroutine: work that ends wakes the work that waits.
func (s *Scheduler) slots() int {
	if s.writing.Load() {
		return max(1, s.processors-1)
	}
	return 2 * s.processors
}
