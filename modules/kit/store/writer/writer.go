// Package writer is group commit: the only way import data is written.
//
// One goroutine takes the jobs that are waiting, runs them inside one transaction,
// commits once, with the disk, and only then answers. A job that fails is rolled back
// alone: if it had written already, the group runs again, each job in a savepoint of
// its own, which is dear and seldom needed. Where a whole group fails, its jobs run
// again one by one, so that none suffers for another. While one group waits for the
// disk the next gathers, so a busy server commits rarely and an idle one at once.
// Where the storage fails, nothing more is written until the program starts anew.
//
// A job must be idempotent: when a commit's answer is lost it may have happened,
// and the job is run again; and it may run more than once before it happens. It must
// not wait for anything but the database, since all others wait for it. The write connection is PocketBase's own, taken anew for
// each group, so that saves from the dashboard get their turn in between. So a job
// must not save through PocketBase, and no transaction of PocketBase may wait for a
// job: each would wait for the other for ever.
package writer

import (
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"dataimport/modules/kit/domain/settings"
)

const (
	// maxGroup and maxHold bound a group, so that those who wait for the
	// connection, and those who wait for their answer, need not wait long.
	maxGroup = 256
	maxHold  = 50 * time.Millisecond
	// maxQueue jobs may wait; more than that could not be done in good time.
	maxQueue = 1024
	// maxWait is how long a job waits for a place in a full queue.
	maxWait = 5 * time.Second
	// maxTries of a group whose connection was lost.
	maxTries = 3
)

var (
	// ErrBusy says that the queue stayed full: nothing was done, try again later.
	ErrBusy = errors.New("writer: too much is waiting to be written")
	// ErrClosed says that the program is stopping: nothing was done.
	ErrClosed = errors.New("writer: closed")
)

// Job writes through tx. An error rolls back what it wrote, and is given to the caller.
type Job func(tx *Tx) error

// Writer writes jobs in groups.
type Writer struct {
	db       *sql.DB
	settings *settings.Store
	queue    chan *pending
	stopped  chan struct{}
	hold     time.Duration
	failed   atomic.Pointer[error] // why writing has stopped

	precedence *precedence

	// Of the one goroutine that writes.
	prepared   map[string]*sql.Stmt
	unprepared []string

	mu     sync.RWMutex // held for reading while a job is handed over
	closed bool

	watch atomic.Pointer[Watch] // nil where nobody watches
}

type pending struct {
	job   Job
	err   error
	after []func()
	done  chan struct{}
}

// New starts a writer on the write connection db; Close stops it.
func New(db *sql.DB, store *settings.Store) *Writer {
	w := newWriter(db, store)
	go w.run()
	return w
}

func newWriter(db *sql.DB, store *settings.Store) *Writer {
	return &Writer{
		db: db, settings: store, hold: maxHold,
		queue: make(chan *pending, maxQueue), stopped: make(chan struct{}),
		prepared: make(map[string]*sql.Stmt), precedence: newPrecedence(),
	}
}

// Do runs the job in a transaction and returns when it is durable, or failed.
func (w *Writer) Do(job Job) error {
	if err := w.Err(); err != nil {
		return err
	}
	p := &pending{job: job, done: make(chan struct{})}
	if err := w.enqueue(p); err != nil {
		return err
	}
	<-p.done
	return p.err
}

func (w *Writer) enqueue(p *pending) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return ErrClosed
	}
	select {
	case w.queue <- p:
		return nil
	default:
	}
	timeout := time.NewTimer(maxWait)
	defer timeout.Stop()
	select {
	case w.queue <- p:
		return nil
	case <-timeout.C:
		return ErrBusy
	}
}

// Close finishes what is queued and stops; a later Do fails with ErrClosed.
func (w *Writer) Close() {
	w.mu.Lock()
	if !w.closed {
		w.closed = true
		close(w.queue)
	}
	w.mu.Unlock()
	<-w.stopped
}
