package accountevents

import (
	"log/slog"
	"sync"
	"time"

	"dataimport/modules/kit/store/writer"
)

const (
	// maxWaiting is how many events may wait to be recorded. Further events are left out,
	// so that a flood of bad requests takes neither memory nor time.
	maxWaiting = 4096
	// maxJob is how many events one job records; other jobs wait for it.
	maxJob = 64
	// linger is how long an event waits for others to be recorded with it, where few
	// wait: a commit of one event takes as long as a commit of many.
	linger = 20 * time.Millisecond
)

// Recorder records the events of requests that stored nothing, after they were answered.
type Recorder struct {
	writer *writer.Writer
	log    *slog.Logger
	queue  chan Event
	queued sync.WaitGroup // counts the events that are not recorded yet
	ended  chan struct{}

	mu     sync.RWMutex // held for reading while an event enters the queue
	closed bool
}

// NewRecorder starts a recorder; Close ends it.
func NewRecorder(w *writer.Writer, log *slog.Logger) *Recorder {
	r := &Recorder{writer: w, log: log, queue: make(chan Event, maxWaiting), ended: make(chan struct{})}
	go r.recordQueued()
	return r
}

// RecordAnswer records the event of an answer, if it has one; see [Answer.Event]. It does not
// wait for the write.
func (r *Recorder) RecordAnswer(a *Answer) {
	if e, ok := a.Event(); ok {
		r.enqueue(e)
	}
}

func (r *Recorder) enqueue(e Event) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.closed {
		return
	}
	r.queued.Add(1)
	select {
	case r.queue <- e:
	default:
		r.queued.Done()
	}
}

// Flush returns when the events of all answers so far are recorded.
func (r *Recorder) Flush() { r.queued.Wait() }

// Close records the events that wait, and ends the recorder. A later event is left out.
func (r *Recorder) Close() {
	r.mu.Lock()
	if !r.closed {
		r.closed = true
		close(r.queue)
	}
	r.mu.Unlock()
	<-r.ended
}

// recordQueued records events until the queue is closed.
func (r *Recorder) recordQueued() {
	defer close(r.ended)
	for first := range r.queue {
		events := r.gatherEvents(first)
		err := r.writer.Do(func(tx *writer.Tx) error {
			for i := range events {
				if err := Record(tx, events[i]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			r.log.Warn("refusals could not be recorded", slog.Int("events", len(events)), slog.Any("error", err))
		}
		r.queued.Add(-len(events))
	}
}

// gatherEvents returns an event with the events that wait behind it.
func (r *Recorder) gatherEvents(first Event) []Event {
	if len(r.queue) < maxJob {
		time.Sleep(linger)
	}
	events := []Event{first}
	for len(events) < maxJob {
		select {
		case e, open := <-r.queue:
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
