package replica

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

const (
	leaseObject   = "lease.json"
	standbyObject = "standby.json"
	// forgetStandby is how long a standby may say nothing before the primary goes on as if
	// there were none.
	forgetStandby = time.Minute
)

var (
	// ErrLost says that another machine has taken over: this one must answer nothing more.
	ErrLost = errors.New("another machine has taken over")
	// errExpired says that the lease was not renewed in time, and a standby may take over.
	errExpired = errors.New("the lease on the replica has run out")
)

// leaseRecord is the object that says which machine is the primary.
type leaseRecord struct {
	Generation uint64 `json:"generation"` // counts the leases that were taken
	Folder     string `json:"folder"`     // id of the data folder that is served
	Holder     string `json:"holder"`     // id of the process
	Name       string `json:"name"`       // of the machine, for people
	TTLMillis  int64  `json:"ttl_ms"`
	Renewals   uint64 `json:"renewals"`
	Followed   bool   `json:"followed"` // whether a standby may take over when the lease runs out
	Released   bool   `json:"released"` // whether the holder has given it back
}

func (r *leaseRecord) ttl() time.Duration { return time.Duration(r.TTLMillis) * time.Millisecond }

// validity is how long the holder relies on the lease after it began to renew it. The rest
// is for clocks of different speed.
func (r *leaseRecord) validity() time.Duration { return r.ttl() - r.ttl()/10 }

// announcement is the object by which a standby tells the primary that it follows.
type announcement struct {
	Name string `json:"name"`
	Beat uint64 `json:"beat"`
	TXID uint64 `json:"txid"` // up to which it follows
}

// Lease is the right of this process to be the primary. Object storages have conditional
// writes, so that one process holds it at a time. A holder that was not heard of for the
// lease's time may be replaced by a standby; it knows by its own clock when that is, and
// answers nothing from then on.
//
// Litestream's own lease removes its object when it is given back, with the generation, and
// compares the clocks of two machines. Here the generation only grows, and a standby measures
// with its own clock how long the object has not changed.
type Lease struct {
	bucket  *bucket
	record  leaseRecord
	version string
	log     *slog.Logger

	mu       sync.Mutex
	until    time.Time // by this machine's clocks; zero where no standby can take over
	lost     error
	standby  announcement // the latest; its beat is 0 where there was none
	heard    time.Time    // when the standby said something new
	ended    chan struct{}
	stopping context.CancelFunc
}

// Err returns nil while this process may answer.
func (l *Lease) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err(time.Now())
}

func (l *Lease) err(now time.Time) error {
	switch {
	case l.lost != nil:
		return l.lost
	case !l.until.IsZero() && (now.After(l.until) || now.Round(0).After(l.until.Round(0))):
		// A machine that slept may have stopped one of its two clocks.
		return errExpired
	}
	return nil
}

// remaining returns for how long the lease holds. It is 0 where it has run out, and where no
// standby can take over.
func (l *Lease) remaining(now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.until.IsZero() || l.err(now) != nil {
		return 0
	}
	return l.until.Sub(now)
}

// Lost is closed when another machine has taken over, or the lease was given back.
func (l *Lease) Lost() <-chan struct{} { return l.ended }

// Generation counts the leases of the replica.
func (l *Lease) Generation() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.record.Generation
}

// Standby names the standby that follows; it is empty where there is none.
func (l *Lease) Standby() (name string, txid uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.record.Followed {
		return "", 0
	}
	return l.standby.Name, l.standby.TXID
}

// acquire takes the lease in place of a former record, which has the version.
func acquire(ctx context.Context, b *bucket, former leaseRecord, version string, self leaseRecord, log *slog.Logger) (*Lease, error) {
	self.Generation = former.Generation + 1
	began := time.Now()
	got, err := b.writeJSON(ctx, leaseObject, version, self)
	if err != nil {
		// The write may have happened although its answer was lost.
		var now leaseRecord
		if found, readErr := b.readJSON(ctx, leaseObject, &now); readErr != nil || now.Holder != self.Holder {
			return nil, err
		} else {
			got = found
		}
	}
	l := &Lease{bucket: b, record: self, version: got, log: log, ended: make(chan struct{})}
	l.setUntil(began)
	ctx, l.stopping = context.WithCancel(context.Background())
	go l.keep(ctx, self.ttl())
	return l, nil
}

// setUntil notes a renewal that began at a moment.
func (l *Lease) setUntil(began time.Time) {
	l.until = time.Time{}
	if l.record.Followed {
		l.until = began.Add(l.record.validity())
	}
}

// keep renews the lease, five times in its ttl, until it is lost or ctx ends.
func (l *Lease) keep(ctx context.Context, ttl time.Duration) {
	defer close(l.ended)
	rest := ttl / 5
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(rest):
		}
		err := l.renew(ctx)
		rest = ttl / 5
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, ErrLost):
			l.mu.Lock()
			l.lost = err
			l.mu.Unlock()
			return
		case err != nil:
			l.log.Warn("the lease on the replica could not be renewed; it is tried again", "error", err)
			rest = ttl / 20
		}
	}
}

// renew renews the lease once, and says in it whether a standby follows.
func (l *Lease) renew(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, l.record.ttl()/2)
	defer cancel()
	heardErr := l.hearStandby(ctx)
	l.mu.Lock()
	next := l.record
	followed := !l.heard.IsZero() && time.Since(l.heard) < forgetStandby
	l.mu.Unlock()
	next.Renewals++
	next.Followed = followed || heardErr != nil && next.Followed
	began := time.Now()
	if next.Followed && !l.record.Followed { // from now on it can be lost
		l.mu.Lock()
		l.until = began.Add(l.record.validity())
		l.mu.Unlock()
	}
	version, err := l.bucket.writeJSON(ctx, leaseObject, l.version, next)
	if errors.Is(err, errChanged) {
		version, err = l.recognise(ctx, &next)
	}
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.record.Followed != next.Followed {
		l.log.Info("whether a standby follows has changed", "standby", l.standby.Name, "follows", next.Followed)
	}
	l.record, l.version = next, version
	l.setUntil(began)
	return nil
}

// recognise finds out whether an earlier renewal of this process has changed the lease,
// although its answer was lost.
func (l *Lease) recognise(ctx context.Context, next *leaseRecord) (version string, err error) {
	var now leaseRecord
	version, err = l.bucket.readJSON(ctx, leaseObject, &now)
	switch {
	case errors.Is(err, errMissing):
		return "", fmt.Errorf("%w: the lease is gone", ErrLost)
	case err != nil:
		return "", err
	case now.Holder != l.record.Holder || now.Generation != l.record.Generation:
		return "", fmt.Errorf("%w: it is %s, since generation %d", ErrLost, now.Name, now.Generation)
	}
	next.Renewals = max(next.Renewals, now.Renewals+1)
	return l.bucket.writeJSON(ctx, leaseObject, version, *next)
}

// hearStandby reads what a standby says.
func (l *Lease) hearStandby(ctx context.Context) error {
	var said announcement
	_, err := l.bucket.readJSON(ctx, standbyObject, &said)
	if errors.Is(err, errMissing) {
		return nil
	}
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if said.Beat != l.standby.Beat || said.Name != l.standby.Name {
		if l.standby.Beat != 0 { // the first may be what a standby said long ago
			l.heard = time.Now()
		}
		l.standby = said
	}
	return nil
}

// abandon lets the lease run out.
func (l *Lease) abandon() error {
	l.stopping()
	<-l.ended
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lost == nil {
		l.lost = fmt.Errorf("%w: this machine has stopped", ErrLost)
	}
	return nil
}

// Release gives the lease back, so that a standby takes over at once.
func (l *Lease) Release(ctx context.Context) error {
	l.mu.Lock()
	lost := l.lost
	l.mu.Unlock()
	if lost != nil {
		return lost
	}
	if err := l.abandon(); err != nil {
		return err
	}
	next := l.record
	next.Released, next.Renewals = true, next.Renewals+1
	version, err := l.bucket.writeJSON(ctx, leaseObject, l.version, next)
	if errors.Is(err, errChanged) {
		version, err = l.recognise(ctx, &next)
	}
	l.version = version
	return err
}
