package observe

import (
	"encoding/json/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// fresh is how long a report stands: nobody makes the service check itself more
	// often, however many ask.
	fresh = time.Second
	// patience is how long all checks may take together.
	patience = 2 * time.Second
)

// check is one thing that the service needs. Its error is a text of ours without
// secrets, which anybody may read.
type check struct {
	name string
	do   func() error
	busy *atomic.Bool // while do runs, which may be for longer than anyone waits
}

// result is what a check found.
type result struct {
	Name  string `json:"name"`
	OK    bool   `json:"ok"`
	Error string `json:"error,omitzero"`
}

// report is the answer of /readyz.
type report struct {
	Ready  bool     `json:"ready"`
	Checks []result `json:"checks"`
}

// readiness says whether the service can do its work.
type readiness struct {
	checks   []check
	stopping atomic.Bool

	mu   sync.Mutex
	at   time.Time // of the last report
	last report
}

func newReadiness(checks []check) *readiness {
	r := &readiness{}
	r.checks = append(checks, check{name: "running", do: r.running, busy: new(atomic.Bool)})
	return r
}

// stop says that the service is about to end.
func (r *readiness) stop() { r.stopping.Store(true) }

// ServeHTTP answers 200 where the service is ready and 503 where it is not.
func (r *readiness) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	now := r.report()
	status := http.StatusOK
	if !now.Ready {
		status = http.StatusServiceUnavailable
		w.Header().Set("Retry-After", "5")
	}
	body, err := json.Marshal(now)
	if err != nil {
		panic(err) // becomes an internal_error
	}
	send(w, status, body)
}

// report is the last one while it is fresh; those who ask for a new one at the same
// moment get the same.
func (r *readiness) report() report {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Since(r.at) < fresh && !(r.last.Ready && r.stopping.Load()) {
		return r.last
	}
	r.last = run(r.checks)
	r.at = time.Now()
	return r.last
}

// run does all checks side by side.
func run(checks []check) report {
	timeout := time.After(patience)
	found := make([]chan error, len(checks))
	for i, c := range checks {
		found[i] = make(chan error, 1)
		if c.busy.Swap(true) {
			continue // the one before still waits, and a second would wait with it
		}
		go func() {
			err := c.do()
			c.busy.Store(false)
			found[i] <- err
		}()
	}
	now := report{Ready: true, Checks: make([]result, len(checks))}
	expired := false
	for i, c := range checks {
		now.Checks[i] = await(c.name, found[i], timeout, &expired)
		now.Ready = now.Ready && now.Checks[i].OK
	}
	return now
}

func await(name string, found <-chan error, timeout <-chan time.Time, expired *bool) result {
	if !*expired {
		select {
		case err := <-found:
			return resultOf(name, err)
		case <-timeout:
			*expired = true
		}
	}
	select { // one that is there is taken, also after the others took all the time
	case err := <-found:
		return resultOf(name, err)
	default:
		return result{Name: name, Error: "no answer yet"}
	}
}

func resultOf(name string, err error) result {
	if err != nil {
		return result{Name: name, Error: err.Error()}
	}
	return result{Name: name, OK: true}
}
