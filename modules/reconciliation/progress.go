package reconciliation

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"dataimport/modules/kit/http/apiclient"
)

// progress is how far a comparison is. A comparison changes it while a display reads it.
type progress struct {
	lines    atomic.Int64 // of the book, that were read
	accounts atomic.Int64 // that were compared
}

func (p *progress) describe() string {
	if n := p.accounts.Load(); n > 0 {
		return fmt.Sprintf("%d accounts compared", n)
	}
	return fmt.Sprintf("%d lines of the book read", p.lines.Load())
}

// progressEvery is the time between two lines of progress.
const progressEvery = 5 * time.Second

// show says how far the comparison is, and what it waits for whenever that changes, until stop is
// called.
func (o *options) show(ctx context.Context, p *progress, client *apiclient.Client, display io.Writer) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticks := time.NewTicker(time.Second)
		defer ticks.Stop()
		waiting, told := false, time.Now()
		for {
			select {
			case <-ctx.Done():
				return
			case now := <-ticks.C:
				wait := client.FindWait(now)
				switch {
				case wait.IsAny() && !waiting:
					fmt.Fprintln(display, wait.Describe(o.url, now))
				case !wait.IsAny() && now.Sub(told) >= progressEvery:
					fmt.Fprintln(display, p.describe())
					told = now
				}
				waiting = wait.IsAny()
			}
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}
