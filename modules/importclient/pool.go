package importclient

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// A pool takes lines from the book and sends them, several at once. At most one
// line for each worker, and one more, are in memory.
type pool struct {
	book     *book
	sender   *sender
	finished func(number int) bool
	workers  int
}

// start begins to work. results is closed when every line taken has a result;
// after that, ended gives how reading ended: nil at the end of the book, and
// nothing at all if it has not ended.
func (p *pool) start(life lifetime) (results <-chan result, ended <-chan error) {
	lines, out, end := make(chan line), make(chan result), make(chan error, 1)
	go p.read(life.taking, lines, end)
	var busy sync.WaitGroup
	for range p.workers {
		busy.Go(func() { p.work(life, lines, out) })
	}
	go func() {
		busy.Wait()
		close(out)
	}()
	return out, end
}

// read may outlive the run by a read of standard input, which nothing can
// interrupt. So it says how it ended through a channel nobody has to receive
// from.
func (p *pool) read(taking context.Context, lines chan<- line, end chan<- error) {
	defer close(lines)
	for {
		l, err := p.book.next(p.finished)
		if errors.Is(err, io.EOF) {
			end <- nil
			return
		}
		if err != nil {
			end <- err
			return
		}
		select {
		case lines <- l:
		case <-taking.Done():
			return
		}
	}
}

func (p *pool) work(life lifetime, lines <-chan line, out chan<- result) {
	for life.taking.Err() == nil {
		select {
		case l, open := <-lines:
			if !open {
				return
			}
			out <- p.sender.send(life, l)
		case <-life.taking.Done():
			return
		}
	}
}

// newLifetime returns a lifetime that ctx or stop ends.
func newLifetime(ctx context.Context, grace time.Duration) (life lifetime, stop context.CancelCauseFunc) {
	taking, stop := context.WithCancelCause(ctx)
	sending, cut := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(taking, func() { time.AfterFunc(grace, cut) })
	return lifetime{taking: taking, sending: sending}, stop
}
