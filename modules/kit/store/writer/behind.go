package writer

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// precedence is what the writer has before those who make its jobs ready: all of them
// wait for it, so it should not wait for a processor. They come in bursts, whenever a
// group has its answers, and a scheduler that is fair to each of them is not to it.
type precedence struct {
	processors int
	writing    atomic.Bool
	mu         sync.Mutex
	working    int
	waiting    []chan struct{}
}

func newPrecedence() *precedence { return &precedence{processors: runtime.GOMAXPROCS(0)} }

// Behind runs work that takes a processor and waits for nobody, such as reading what is
// to be written: while the writer writes, a processor is left to it.
func (w *Writer) Behind(work func()) {
	w.precedence.enter()
	defer w.precedence.leave()
	work()
}

func (p *precedence) enter() {
	p.mu.Lock()
	if p.working < p.room() {
		p.working++
		p.mu.Unlock()
		return
	}
	turn := make(chan struct{})
	p.waiting = append(p.waiting, turn)
	p.mu.Unlock()
	<-turn
}

// leave lets others in, as many as there is room for by now.
func (p *precedence) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.working--
	for len(p.waiting) > 0 && p.working < p.room() {
		p.working++
		close(p.waiting[0])
		p.waiting = p.waiting[1:]
	}
}

// room is how many may work at once. The writer only says that it writes, and wakes up
// nobody: whoever waits is let in by one who works.
func (p *precedence) room() int {
	if p.writing.Load() {
		return max(1, p.processors-1)
	}
	return 2 * p.processors
}
