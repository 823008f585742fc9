package imports

import (
	"net/http"
	"sync"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
)

// Creating is the set of processes whose accounts are being created at this moment. It
// answers requests for the status, and keeps two requests from doing the same work. It
// does not ensure that there is one account: the write does. The set is in memory, so
// after a crash no account is being created. The zero value is ready to use.
type Creating struct {
	mu        sync.Mutex
	processes map[string]bool
}

// Begin adds a process. The error is a *[fault.Error] where the process is in the set
// already, or where the set has limit processes; 0 is no limit.
func (c *Creating) Begin(processID string, limit int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.processes[processID] {
		return account.InProgress()
	}
	if limit > 0 && len(c.processes) >= limit {
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

// End removes a process, whether its account was created or not.
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
