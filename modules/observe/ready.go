package observe

import (
	"encoding/json/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// reportLifetime is how long a report is reused. It bounds how often the service checks itself.
	reportLifetime = time.Second
	// checkTimeout is how long all checks together may take.
	checkTimeout = 2 * time.Second
)

// check is a check of one thing that the service needs. Its error is a text of ours without
// secrets, because the answer is public.
type check struct {
	name    string
	do      func() error
	running *atomic.Bool  // while do runs, which may last longer than checkTimeout
	note    func() string // says more of a good outcome; nil for nothing
}

// result is the outcome of a check.
type result struct {
	Name  string `json:"name"`
	OK    bool   `json:"ok"`
	Note  string `json:"note,omitzero"`
	Error string `json:"error,omitzero"`
}

// report is the answer of /readyz.
type report struct {
	Ready  bool     `json:"ready"`
	Checks []result `json:"checks"`
}

// readiness answers whether the service can do its work.
type readiness struct {
	checks   []check
	stopping atomic.Bool

	mu   sync.Mutex
	at   time.Time // of the last report
	last report
}

func newReadiness(checks []check) *readiness {
	r := &readiness{}
	r.checks = append(checks, check{name: "running", do: r.countRunning, running: new(atomic.Bool)})
	return r
}

// markStopping marks the service as about to end.
func (r *readiness) markStopping() { r.stopping.Store(true) }

// ServeHTTP answers 200 where the service is ready and 503 where it is not.
func (r *readiness) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	now := r.currentReport()
	status := http.StatusOK
	if !now.Ready {
		status = http.StatusServiceUnavailable
		w.Header().Set("Retry-After", "5")
	}
	body, err := json.Marshal(now)
	if err != nil {
		panic(err) // becomes an internal_error
	}
	writeJSON(w, status, body)
}

// currentReport returns the last report within its lifetime, and a new one afterwards. Requests at
// the same moment share one report.
func (r *readiness) currentReport() report {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Since(r.at) < reportLifetime && !(r.last.Ready && r.stopping.Load()) {
		return r.last
	}
	r.last = runChecks(r.checks)
	r.at = time.Now()
	return r.last
}

// runChecks runs all checks side by side.
func runChecks(checks []check) report {
	timeout := time.After(checkTimeout)
	found := make([]chan error, len(checks))
	for i, c := range checks {
		found[i] = make(chan error, 1)
		if c.running.Swap(true) {
			continue // the previous run of this check still waits, and another one would wait as well
		}
		go func() {
			err := c.do()
			c.running.Store(false)
			found[i] <- err
		}()
	}
	now := report{Ready: true, Checks: make([]result, len(checks))}
	expired := false
	for i, c := range checks {
		now.Checks[i] = awaitResult(c.name, found[i], timeout, &expired)
		if c.note != nil && now.Checks[i].OK {
			now.Checks[i].Note = c.note()
		}
		now.Ready = now.Ready && now.Checks[i].OK
	}
	return now
}

func awaitResult(name string, found <-chan error, timeout <-chan time.Time, expired *bool) result {
	if !*expired {
		select {
		case err := <-found:
			return newResult(name, err)
		case <-timeout:
			*expired = true
		}
	}
	select { // a result that is there is taken, also after the timeout
	case err := <-found:
		return newResult(name, err)
	default:
		return result{Name: name, Error: "no answer yet"}
	}
}

func newResult(name string, err error) result {
	if err != nil {
		return result{Name: name, Error: err.Error()}
	}
	return result{Name: name, OK: true}
}
