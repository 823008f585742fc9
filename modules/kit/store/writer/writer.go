// Package writer writes in groups: import data is written by this package and by no other
// way. It knows SQL, groups, savepoints and rows, and nothing of what the rows mean.
//
// One goroutine takes the jobs that are waiting, runs them inside one transaction, commits
// once, waiting for the disk, and only then answers. While a group waits for the disk the
// next one gathers. So a busy server commits rarely, and an idle one commits at once.
//
// A job that fails is rolled back alone. Jobs run without savepoints, since a savepoint is
// expensive and seldom needed. Where a job fails after it wrote, the group runs again, each
// job in a savepoint of its own. Where a whole group fails, its jobs run again one by one,
// so that no job fails because of another one. Where the storage fails, the writer writes
// nothing more until the program starts anew.
//
// A job must be idempotent. Where the answer to a commit is lost, the commit may have
// happened, and the job runs again. A job may also run more than once before the commit. A
// job must wait for nothing but the database, since all other jobs wait for it.
//
// The write connection is PocketBase's own. The writer takes it anew for each group, so that
// saves from the dashboard get their turn in between. So a job must not save through
// PocketBase, and a transaction of PocketBase must not wait for a job: each would wait for
// the other without end.
//
// Where the writer has a [Replica], a group is answered when the replica says so. The writer
// does not wait for that: it commits the next groups meanwhile.
package writer

import (
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// maxGroup and maxHold bound a group in jobs and in time, so that waits for the
	// connection and for an answer stay short.
	maxGroup = 256
	maxHold  = 50 * time.Millisecond
	// maxQueue is how many jobs may wait; more could not be written in good time.
	maxQueue = 1024
	// maxWait is how long a job waits to enter a full queue.
	maxWait = 5 * time.Second
	// maxTries is how often a group is tried whose connection was lost.
	maxTries = 3
)

var (
	// ErrBusy says that the queue stayed full: nothing was written. The caller may try
	// again later.
	ErrBusy = errors.New("writer: too much is waiting to be written")
	// ErrClosed says that the program is stopping: nothing was written.
	ErrClosed = errors.New("writer: closed")
	// ErrUnreplicated says that what was to be written is not in the replica, or that this
	// is not certain. It may be stored.
	ErrUnreplicated = errors.New("writer: not stored in the replica")
)

// Replica takes what is committed to a second place.
type Replica interface {
	// Ready returns nil while writes can be answered.
	Ready() error
	// Ship calls answer once what was committed before is also in the second place, or will
	// not be there in time. It may wait where too much is on the way.
	Ship(answer func(error))
}

// Job writes through tx. The writer rolls back what a job wrote that returns an error, and
// gives the error to the caller.
type Job func(tx *Tx) error

// Writer writes jobs in groups.
type Writer struct {
	db      *sql.DB
	begin   func(tx *Tx) // nil where nothing is to be done
	queue   chan *pending
	stopped chan struct{}
	hold    time.Duration
	failed  atomic.Pointer[error] // why writing has stopped

	scheduler *Scheduler

	// The goroutine that writes has these to itself.
	prepared   map[string]*sql.Stmt
	unprepared []string

	mu     sync.RWMutex // held for reading while a job enters the queue
	closed bool

	watch   atomic.Pointer[Watch] // nil where nothing observes the writer
	replica Replica               // nil where there is none
}

// pending is a job whose caller waits for it.
type pending struct {
	job   Job
	err   error
	after []func()
	done  chan struct{}
	// committed is called when the job is committed here and waits for the replica; it may
	// be nil.
	committed func()
}

// New starts a writer on the write connection db; Close stops it. The writer calls begin
// for each transaction before its first job, for example to share a value by [Tx.Share].
// begin must not run a statement; it may be nil.
func New(db *sql.DB, begin func(tx *Tx)) *Writer {
	w := newWriter(db, begin)
	go w.writeGroups()
	return w
}

// Replicate has the writer answer when the replica says so. It is called before the first
// job.
func (w *Writer) Replicate(r Replica) { w.replica = r }

func newWriter(db *sql.DB, begin func(tx *Tx)) *Writer {
	return &Writer{
		db: db, begin: begin, hold: maxHold,
		queue: make(chan *pending, maxQueue), stopped: make(chan struct{}),
		prepared: make(map[string]*sql.Stmt), scheduler: newScheduler(),
	}
}

// Do runs the job in a transaction and returns when what it wrote is durable, or when it
// has failed. The error is the job's own, [ErrBusy], [ErrClosed], [ErrStorage],
// [ErrUnreplicated], or an error of the database.
func (w *Writer) Do(job Job) error { return w.do(job, nil) }

func (w *Writer) do(job Job, committed func()) error {
	if err := w.Err(); err != nil {
		return err
	}
	if w.replica != nil {
		if err := w.replica.Ready(); err != nil {
			return fmt.Errorf("%w: %w", ErrUnreplicated, err)
		}
	}
	p := &pending{job: job, done: make(chan struct{}), committed: committed}
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

// Close finishes the jobs in the queue and stops the writer. A later Do fails with
// [ErrClosed].
func (w *Writer) Close() {
	w.mu.Lock()
	if !w.closed {
		w.closed = true
		close(w.queue)
	}
	w.mu.Unlock()
	<-w.stopped
}
