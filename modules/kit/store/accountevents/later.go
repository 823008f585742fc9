package accountevents

import (
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/store/writer"
)

const (
	// maxWaiting is how many events may wait to be recorded. Further events are dropped,
	// so that a flood of bad requests takes neither memory nor time.
	maxWaiting = 4096
	// maxJob is how many events one job records. Other jobs wait for it.
	maxJob = 64
	// linger is how long an event waits for others to be recorded with it, where there
	// are few. A commit costs as much for one event as for many.
	linger = 20 * time.Millisecond
)

// Journal records the events of requests that stored nothing, after their answer.
type Journal struct {
	writer *writer.Writer
	log    *slog.Logger
	queue  chan Event
	wait   sync.WaitGroup // counts the queued events
	ended  chan struct{}

	mu     sync.RWMutex // held for reading while an event enters the queue
	closed bool
}

// New starts a journal. Close ends it.
func New(w *writer.Writer, log *slog.Logger) *Journal {
	j := &Journal{writer: w, log: log, queue: make(chan Event, maxWaiting), ended: make(chan struct{})}
	go j.run()
	return j
}

// Answered records the outcome of a call on an account whose handler recorded no event:
// the call was refused, or it only read. step is the endpoint's operation.
func (j *Journal) Answered(c *endpoint.Call, step string, err error) {
	about := c.Subject
	if about.Supplier == nil || about.ExternalAccountNumber == "" {
		return
	}
	e := Event{SupplierID: about.Supplier.ID, ExternalAccountNumber: about.ExternalAccountNumber, Step: step, At: c.Now}
	if c.Client != nil {
		e.ClientID = c.Client.ID
	}
	switch {
	case err != nil && !e.refused(err):
		return
	case err == nil && step != endpoint.Validate:
		return
	case err == nil:
		e.Name = Validated
	}
	j.later(e)
}

// refused makes e the event of a refusal. It returns false where err only says that the
// service is busy, which is no event of the account.
func (e *Event) refused(err error) bool {
	why := fault.New(http.StatusInternalServerError, fault.InternalError, "")
	if errors.Is(err, writer.ErrBusy) || errors.Is(err, writer.ErrClosed) {
		return false
	}
	errors.As(err, &why)
	if why.Status == http.StatusTooManyRequests || why.Status == http.StatusServiceUnavailable {
		return false
	}
	e.Code, e.Faults = why.Code, why.Faults
	switch e.Step {
	case endpoint.Validate, endpoint.Stage, endpoint.Process:
		e.Name = Refused
	default:
		e.Name = e.Step + ".refused"
	}
	return true
}

func (j *Journal) later(e Event) {
	j.mu.RLock()
	defer j.mu.RUnlock()
	if j.closed {
		return
	}
	j.wait.Add(1)
	select {
	case j.queue <- e:
	default:
		j.wait.Done()
	}
}

// Flush returns when the events of all answered requests are recorded.
func (j *Journal) Flush() { j.wait.Wait() }

// Close records the waiting events. Later events are dropped.
func (j *Journal) Close() {
	j.mu.Lock()
	if !j.closed {
		j.closed = true
		close(j.queue)
	}
	j.mu.Unlock()
	<-j.ended
}

func (j *Journal) run() {
	defer close(j.ended)
	for first := range j.queue {
		events := j.gather(first)
		err := j.writer.Do(func(tx *writer.Tx) error {
			for i := range events {
				if err := Record(tx, events[i]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			j.log.Warn("refusals could not be recorded", slog.Int("events", len(events)), slog.Any("error", err))
		}
		j.wait.Add(-len(events))
	}
}

// gather returns an event with the events that wait after it.
func (j *Journal) gather(first Event) []Event {
	if len(j.queue) < maxJob {
		time.Sleep(linger)
	}
	events := []Event{first}
	for len(events) < maxJob {
		select {
		case e, open := <-j.queue:
			if !open {
				return events
			}
			events = append(events, e)
		default:
			return events
		}
	}
	return events
}
