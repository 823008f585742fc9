package importclient

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// A pool takes lines from the book and sends several at once. It holds at most one line for each
// worker, and one more.
type pool struct {
	book     *book
	sender   *sender
	finished func(number int) bool
	workers  int
}

// startWorkers starts reading and sending. results is closed when each line taken has a result.
// After that, ended holds the result of reading: nil at the end of the book, and no value while
// reading goes on.
func (p *pool) startWorkers(life lifetime) (results <-chan result, ended <-chan error) {
	lines, out, end := make(chan line), make(chan result), make(chan error, 1)
	go p.readLines(life.taking, lines, end)
	var busy sync.WaitGroup
	for range p.workers {
		busy.Go(func() { p.sendLines(life, lines, out) })
	}
	go func() {
		busy.Wait()
		close(out)
	}()
	return out, end
}

// readLines can outlive the run, because a read of standard input cannot be interrupted. Its result
// therefore goes into a buffered channel.
func (p *pool) readLines(taking context.Context, lines chan<- line, end chan<- error) {
	defer close(lines)
	for {
		l, err := p.book.nextLine(p.finished)
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

func (p *pool) sendLines(life lifetime, lines <-chan line, out chan<- result) {
	for life.taking.Err() == nil {
		select {
		case l, open := <-lines:
			if !open {
				return
			}
			out <- p.sender.sendLine(life, l)
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
