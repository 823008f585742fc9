package outbox

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/secrets"
)

const (
	// atOnce deliveries to one receiver are under way, of different accounts.
	atOnce = 8
	// batch of deliveries are looked up and recorded together.
	batch = 32
	// everySo often it is looked whether something is to be delivered.
	everySo = time.Second
	// maxRest is the longest that a receiver is left alone after nothing got through.
	maxRest = time.Minute
)

// courier delivers.
type courier struct {
	runtime *module.Runtime
	box     *secrets.Box
	client  *http.Client

	mu      sync.Mutex
	running map[string]bool // receivers that are being served
	resting map[string]rest // and those that are left alone
	all     sync.WaitGroup
}

// rest is how often in a row nothing got through to a receiver, and until when it is
// left alone.
type rest struct {
	times int
	until time.Time
}

// run delivers until ctx ends.
func (c *courier) run(ctx context.Context) {
	defer c.all.Wait()
	tick, purge := time.NewTicker(everySo), time.NewTicker(purgeEvery)
	defer tick.Stop()
	defer purge.Stop()
	for {
		c.look(ctx)
		select {
		case <-ctx.Done():
			return
		case now := <-purge.C:
			c.purge(now)
		case <-tick.C:
		}
	}
}

// look starts serving each receiver that something waits for.
func (c *courier) look(ctx context.Context) {
	current, err := c.runtime.Settings.Current()
	if err != nil {
		c.failed("settings", err)
		return
	}
	now := time.Now()
	for _, receiver := range current.AllReceivers() {
		waiting, err := c.waits(receiver, now)
		if err != nil {
			c.failed(receiver, err)
			return
		}
		if !waiting || !c.begin(receiver, now) {
			continue
		}
		c.all.Go(func() {
			defer c.end(receiver)
			if err := c.serve(ctx, receiver); err != nil && ctx.Err() == nil {
				c.failed(receiver, err)
			}
		})
	}
}

func (c *courier) failed(receiver string, err error) {
	c.runtime.Log().Error("the outbox could not be looked through", slog.String("receiver", receiver), slog.Any("error", err))
}

// begin reports whether the receiver is to be served now.
func (c *courier) begin(receiver string, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running[receiver] || now.Before(c.resting[receiver].until) {
		return false
	}
	c.running[receiver] = true
	return true
}

func (c *courier) end(receiver string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.running, receiver)
}

// serve delivers what is due to a receiver, until nothing is, or nothing gets through.
func (c *courier) serve(ctx context.Context, receiver string) error {
	for ctx.Err() == nil {
		due, err := c.due(receiver, time.Now())
		if err != nil || len(due) == 0 {
			return err
		}
		send, err := c.sender(receiver, due[0].kind)
		if err != nil {
			return err
		}
		results := deliver(ctx, due, send)
		if err := c.record(results); err != nil {
			return err
		}
		if !c.gotThrough(receiver, results) {
			return nil
		}
	}
	return nil
}

// gotThrough keeps whether anything did; where nothing did, the receiver is left alone
// for a while, so that one that is down is not asked for each thing that waits.
func (c *courier) gotThrough(receiver string, results []result) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range results {
		if results[i].err == nil {
			delete(c.resting, receiver)
			return true
		}
	}
	r := c.resting[receiver]
	r.times++
	r.until = time.Now().Add(min(time.Second<<min(r.times, 10), maxRest))
	c.resting[receiver] = r
	return false
}

// deliver sends several at once, and waits for all.
func deliver(ctx context.Context, due []delivery, send sender) []result {
	results := make([]result, len(due))
	slots := make(chan struct{}, atOnce)
	var all sync.WaitGroup
	for i := range due {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			results[i] = send(ctx, &due[i])
			results[i].delivery = &due[i]
		})
	}
	all.Wait()
	return results
}
