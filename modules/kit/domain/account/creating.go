package account

import (
	"net/http"
	"sync"
	"time"

	"dataimport/modules/kit/domain/fault"
)

// Creating are the processes whose accounts are being created at this moment. It is
// what callers are told, and keeps two of them from doing the same work; that there is
// one account is up to the write. With the program it ends, so that after a crash no
// account is in progress. The zero value is ready to use.
type Creating struct {
	mu        sync.Mutex
	processes map[string]bool
}

// Begin adds a process, or says why it cannot be processed now. At most so many are
// there at once; 0 is no limit.
func (c *Creating) Begin(processID string, most int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.processes[processID] {
		return InProgress()
	}
	if most > 0 && len(c.processes) >= most {
		e := fault.New(http.StatusTooManyRequests, fault.ConcurrencyLimitReached, "As many accounts as are allowed at once are being created: send the request again later.")
		e.RetryAfter = time.Second
		return e
	}
	if c.processes == nil {
		c.processes = make(map[string]bool)
	}
	c.processes[processID] = true
	return nil
}

// End removes a process, whatever has become of it.
func (c *Creating) End(processID string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.processes, processID)
}

// Has reports whether the account of a process is being created.
func (c *Creating) Has(processID string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.processes[processID]
}

// InProgress is the refusal of what has to wait until the account is created, or not.
func InProgress() error {
	return fault.Refused(fault.ProcessInProgress, "external_account_number", "This account is being created at this moment: ask for its status, or try again in a few seconds.")
}
