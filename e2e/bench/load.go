package main

import (
	"errors"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// line is one line of the table: an operation that is done as often as it can be.
type line struct {
	name  string
	unit  string // what the rate counts
	items int    // of the unit in one operation
	jobs  int    // that one operation has the writer do
	once  bool   // takes part in the last round alone
	alone bool   // over one connection
	on    *server
	// do does the n-th operation.
	do func(c *connection, n int) error

	next   atomic.Int64
	rounds []round
	failed error // the first failure
}

// errDone says that there is nothing left to do an operation on.
var errDone = errors.New("nothing left")

// round is what a line did in one stretch of time.
type round struct {
	rate, p50, p99 float64 // per second, milliseconds
	errors         int
	batch          float64 // jobs per commit
	first          float64 // milliseconds to the first byte of an answer, half the time
	bytes          float64 // of answers, per second
	cost           float64 // microseconds of the server's processor time for one of the unit
	resident       float64 // MB, the most that was seen
	generator      float64 // its share of all processors
	server         float64
}

// run loads the line's server over some connections for some time.
func (l *line) run(connections int, length time.Duration) (round, error) {
	var all, first []time.Duration
	var bytes int64
	var failures int
	var mu sync.Mutex
	var group sync.WaitGroup
	before := l.observe()
	memory := watch(l.on)
	began := time.Now()
	if l.alone {
		connections = 1
	}
	for range connections {
		c := &connection{}
		if err := c.dial(l.on.address); err != nil {
			return round{}, err
		}
		group.Go(func() {
			latencies, waits, errs := l.repeat(c, began.Add(length))
			_ = c.Close()
			mu.Lock()
			defer mu.Unlock()
			all, first, bytes = append(all, latencies...), append(first, waits...), bytes+c.bytes
			failures += len(errs)
			if l.failed == nil && len(errs) > 0 {
				l.failed = errs[0]
			}
		})
	}
	group.Wait()
	elapsed := time.Since(began)
	used := l.observe().since(before)
	share := float64(elapsed) * float64(runtime.NumCPU())
	r := round{
		errors: failures, resident: memory(),
		rate:      float64(len(all)*l.items) / elapsed.Seconds(),
		batch:     float64(len(all)*l.jobs) / float64(max(used.commits, 1)),
		bytes:     float64(bytes) / elapsed.Seconds(),
		generator: float64(used.generator) / share, server: float64(used.server) / share,
	}
	slices.Sort(all)
	slices.Sort(first)
	if len(all) > 0 {
		r.p50, r.p99, r.first = milliseconds(all[len(all)/2]), milliseconds(all[len(all)*99/100]), milliseconds(first[len(first)/2])
		r.cost = float64(used.server.Microseconds()) / float64(len(all)*l.items)
	}
	return r, nil
}

// repeat does operations on a connection, one after another, until the time is up.
// After an error the connection is a new one.
func (l *line) repeat(c *connection, end time.Time) (latencies, first []time.Duration, failures []error) {
	for now := time.Now(); now.Before(end); {
		err := l.do(c, int(l.next.Add(1)-1))
		if errors.Is(err, errDone) {
			l.next.Add(-1)
			return latencies, first, failures
		}
		done := time.Now()
		if err == nil {
			latencies, first = append(latencies, done.Sub(now)), append(first, c.first)
		} else {
			failures = append(failures, err)
			if err := c.dial(l.on.address); err != nil {
				return latencies, first, append(failures, err)
			}
		}
		now = done
	}
	return latencies, first, failures
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// observation is what has been used up to a moment.
type observation struct {
	generator, server time.Duration
	commits           uint32
}

func (l *line) observe() observation {
	return observation{processor(os.Getpid()), processor(l.on.process.Process.Pid), l.on.commits()}
}

// since is what was used after before.
func (o observation) since(before observation) observation {
	return observation{o.generator - before.generator, o.server - before.server, o.commits - before.commits}
}

// watch looks at a server's memory until it is asked for the most that it saw.
func watch(s *server) (most func() float64) {
	end, seen := make(chan struct{}), make(chan float64)
	go func() {
		highest := s.resident()
		for {
			select {
			case <-end:
				seen <- max(highest, s.resident())
				return
			case <-time.After(50 * time.Millisecond):
				highest = max(highest, s.resident())
			}
		}
	}()
	return func() float64 {
		close(end)
		return <-seen
	}
}
