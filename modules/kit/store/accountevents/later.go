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
	// maxWaiting events may wait to be recorded; those beyond are left out, so that a
	// flood of bad requests costs neither memory nor anybody's time.
	maxWaiting = 4096
	// maxJob of them are recorded by one job, which others wait for.
	maxJob = 64
	// linger is how long an event waits for others to be recorded with it, where they are
	// few: a commit costs as much for one as for many.
	linger = 20 * time.Millisecond
)

// Journal records what stored nothing, after it was answered.
type Journal struct {
	writer *writer.Writer
	log    *slog.Logger
	queue  chan Event
	wait   sync.WaitGroup // for what is queued
	ended  chan struct{}

	mu     sync.RWMutex // held for reading while an event is handed over
	closed bool
}

// New starts a journal; Close ends it.
func New(w *writer.Writer, log *slog.Logger) *Journal {
	j := &Journal{writer: w, log: log, queue: make(chan Event, maxWaiting), ended: make(chan struct{})}
	go j.run()
	return j
}

// Answered records what became of a call on an account where its handler recorded
// nothing: it was refused, or only looked at. The step is the endpoint's.
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

// refused makes e a refusal; false where err says nothing of the account, only that
// the service is busy.
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

// Flush returns when all that was answered is recorded.
func (j *Journal) Flush() { j.wait.Wait() }

// Close records what is waiting, and nothing any more after that.
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

// gather is an event with those that wait behind it.
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
