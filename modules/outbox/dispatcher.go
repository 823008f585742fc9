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
	// maxConcurrent is how many deliveries to one receiver are under way at a time. They are of
	// different accounts.
	maxConcurrent = 8
	// batchSize is how many deliveries are looked up and recorded together.
	batchSize = 32
	// pollInterval is the time between two searches for due deliveries.
	pollInterval = time.Second
	// maxPause is the longest pause after a batch of which nothing was delivered.
	maxPause = time.Minute
)

// dispatcher delivers what the table outbox holds.
type dispatcher struct {
	runtime *module.Runtime
	box     *secrets.Box
	client  *http.Client

	mu      sync.Mutex
	serving map[string]bool  // receivers that are being served
	pauses  map[string]pause // receivers that are paused
	workers sync.WaitGroup
}

// pause says how many batches in a row delivered nothing to a receiver, and until when the receiver
// gets no further batch.
type pause struct {
	failures int
	until    time.Time
}

// deliverUntilStopped delivers until ctx ends, then waits for the deliveries under way.
func (c *dispatcher) deliverUntilStopped(ctx context.Context) {
	defer c.workers.Wait()
	tick, purge := time.NewTicker(pollInterval), time.NewTicker(purgeInterval)
	defer tick.Stop()
	defer purge.Stop()
	for {
		c.startWaitingReceivers(ctx)
		select {
		case <-ctx.Done():
			return
		case now := <-purge.C:
			c.purgeEnded(now)
		case <-tick.C:
		}
	}
}

// startWaitingReceivers starts a worker for each receiver that has a due delivery.
func (c *dispatcher) startWaitingReceivers(ctx context.Context) {
	current, err := c.runtime.Settings.Current()
	if err != nil {
		c.logFailure("settings", err)
		return
	}
	now := time.Now()
	for _, receiver := range current.AllReceivers() {
		waiting, err := c.hasDueDeliveries(receiver, now)
		if err != nil {
			c.logFailure(receiver, err)
			return
		}
		if !waiting || !c.beginServing(receiver, now) {
			continue
		}
		c.workers.Go(func() {
			defer c.endServing(receiver)
			if err := c.serveReceiver(ctx, receiver); err != nil && ctx.Err() == nil {
				c.logFailure(receiver, err)
			}
		})
	}
}

func (c *dispatcher) logFailure(receiver string, err error) {
	c.runtime.Log().Error("the outbox could not be looked through", slog.String("receiver", receiver), slog.Any("error", err))
}

// beginServing reports whether a worker may serve the receiver at this time: no other worker serves
// it, and it is not paused.
func (c *dispatcher) beginServing(receiver string, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.serving[receiver] || now.Before(c.pauses[receiver].until) {
		return false
	}
	c.serving[receiver] = true
	return true
}

func (c *dispatcher) endServing(receiver string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.serving, receiver)
}

// serveReceiver delivers in batches. It ends when nothing is due, or when a batch delivers nothing.
func (c *dispatcher) serveReceiver(ctx context.Context, receiver string) error {
	for ctx.Err() == nil {
		due, err := c.findDueDeliveries(receiver, time.Now())
		if err != nil || len(due) == 0 {
			return err
		}
		send, err := c.newSender(receiver, due[0].kind)
		if err != nil {
			return err
		}
		results := deliverConcurrently(ctx, due, send)
		if err := c.recordResults(results); err != nil {
			return err
		}
		if !c.updatePause(receiver, results) {
			return nil
		}
	}
	return nil
}

// updatePause ends the receiver's pause where one delivery succeeded, and reports whether one did.
// Where none did, it prolongs the pause: a receiver that is down is not called for each delivery
// that waits.
func (c *dispatcher) updatePause(receiver string, results []result) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range results {
		if results[i].err == nil {
			delete(c.pauses, receiver)
			return true
		}
	}
	r := c.pauses[receiver]
	r.failures++
	r.until = time.Now().Add(min(time.Second<<min(r.failures, 10), maxPause))
	c.pauses[receiver] = r
	return false
}

// deliverConcurrently makes one attempt per delivery, several at a time, and waits for all.
func deliverConcurrently(ctx context.Context, due []delivery, send sender) []result {
	results := make([]result, len(due))
	slots := make(chan struct{}, maxConcurrent)
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
