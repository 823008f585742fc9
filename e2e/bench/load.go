package main

import (
	"cmp"
	"errors"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// line is one line of the table: an operation that is repeated as often as possible.
type line struct {
	name          string
	unit          string // what the rate counts
	items         int    // of the unit in one operation
	jobs          int    // the writer's jobs for one operation
	lastRoundOnly bool   // runs in the last round alone
	connections   int    // that it uses; 0 is as many as the others
	whole         *line  // the whole way, which does the same; nil of most lines
	plain         *line  // the line of the service without a replica; nil of lines without one
	on            *server
	// operate does the n-th operation.
	operate func(c *connection, n int) error

	next   atomic.Int64
	rounds []round
	failed error // the first failure
}

// errDone says that no item is left for an operation.
var errDone = errors.New("nothing left")

// round is what was measured of a line in one round.
type round struct {
	rate, p50, p99 float64 // per second, milliseconds
	errors         int
	batch          float64 // jobs per commit
	first          float64 // median of the milliseconds to the first byte of an answer
	bytes          float64 // of answers, per second
	cost           float64 // microseconds of the server's processor time for one of the unit
	resident       float64 // MB, the most that was seen
	generator      float64 // its share of all processors
	server         float64
}

// measureRound loads the line's server over a number of connections for the given time.
func (l *line) measureRound(connections int, length time.Duration) (round, error) {
	var all, first []time.Duration
	var bytes int64
	var failures int
	var mu sync.Mutex
	var group sync.WaitGroup
	before := l.readUsage()
	memory := watchMemory(l.on.process.Process.Pid)
	began := time.Now()
	for range cmp.Or(l.connections, connections) {
		c := &connection{}
		if err := c.dialServer(l.on.address); err != nil {
			return round{}, err
		}
		group.Go(func() {
			latencies, waits, errs := l.repeatOperation(c, began.Add(length))
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
	used := l.readUsage().subtract(before)
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
		r.p50, r.p99, r.first = toMilliseconds(all[len(all)/2]), toMilliseconds(all[len(all)*99/100]), toMilliseconds(first[len(first)/2])
		r.cost = float64(used.server.Microseconds()) / float64(len(all)*l.items)
	}
	return r, nil
}

// repeatOperation does operations on a connection, one after another, until the time is up. After
// an error it uses a new connection.
func (l *line) repeatOperation(c *connection, end time.Time) (latencies, first []time.Duration, failures []error) {
	for now := time.Now(); now.Before(end); {
		err := l.operate(c, int(l.next.Add(1)-1))
		if errors.Is(err, errDone) {
			l.next.Add(-1)
			return latencies, first, failures
		}
		done := time.Now()
		if err == nil {
			latencies, first = append(latencies, done.Sub(now)), append(first, c.first)
		} else {
			failures = append(failures, err)
			if err := c.dialServer(l.on.address); err != nil {
				return latencies, first, append(failures, err)
			}
		}
		now = done
	}
	return latencies, first, failures
}

func toMilliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// usage is what has been used up to a moment.
type usage struct {
	generator, server time.Duration
	commits           uint32
}

func (l *line) readUsage() usage {
	used := usage{generator: readProcessorTime(os.Getpid()), commits: l.on.readCommits()}
	for _, pid := range listProcesses(l.on.process.Process.Pid) {
		used.server += readProcessorTime(pid)
	}
	return used
}

// subtract returns what was used after before.
func (o usage) subtract(before usage) usage {
	return usage{o.generator - before.generator, o.server - before.server, o.commits - before.commits}
}

// watchMemory reads a process's memory until most is called. most returns the highest value, in MB.
func watchMemory(pid int) (most func() float64) {
	end, seen := make(chan struct{}), make(chan float64)
	go func() {
		highest := readMemory(pid)
		for {
			select {
			case <-end:
				seen <- max(highest, readMemory(pid))
				return
			case <-time.After(50 * time.Millisecond):
				highest = max(highest, readMemory(pid))
			}
		}
	}()
	return func() float64 {
		close(end)
		return <-seen
	}
}
