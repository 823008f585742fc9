package replica

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"

	"dataimport/modules/kit/store/database"
)

const (
	// asyncPause is the least time between two syncs in async mode.
	asyncPause = 500 * time.Millisecond
	// retryPause is the time until a sync that has failed is tried again.
	retryPause = 250 * time.Millisecond
	// maxWaiting bounds the groups of writes that wait for the storage. The writer waits
	// where there are more.
	maxWaiting = 256
	// maxLog is how many pages the database's log may have before it is moved into the file.
	// All writes wait meanwhile.
	maxLog = 4000
	// idleLog is the time after which a smaller log is moved, too.
	idleLog = time.Minute
	// leastMove is the least time between two moves. While a long read is under way the log
	// only grows, whatever is tried.
	leastMove = 250 * time.Millisecond
	// tidyPause is the time between two removals of what earlier primaries have left.
	tidyPause = time.Hour
	// frameHeader is the size of what precedes each page of the log.
	frameHeader = 24
)

// ErrAway says that a write could not be stored in the storage in time. It may be there
// later.
var ErrAway = errors.New("replica: the storage did not take the write in time")

// beginLog are statements after which the database has a log. Litestream itself runs them
// where there is none.
var beginLog = []string{
	`CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)`,
	`INSERT INTO _litestream_seq (id, seq) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1`,
}

// Primary ships what the service commits to the storage.
type Primary struct {
	*Lease
	config *Config
	dir    string
	chain  *chain
	db     *litestream.DB
	store  *litestream.Store
	writer *sql.DB // the pool with the write connection
	log    *slog.Logger

	work    chan struct{} // there is something to ship
	stop    context.CancelFunc
	stopped chan struct{}

	mu       sync.Mutex
	space    sync.Cond   // there is space among the waiting
	waiting  []*shipment // committed here, and not yet shipped
	shipped  time.Time   // all that was committed before is in the storage
	failing  time.Time   // since when the storage is away; zero where it is not
	err      error       // why
	commits  int         // how often something was committed
	taken    int         // of these, how many are in the storage
	moved    time.Time   // when the log was last moved into the file
	lastSync time.Duration
	synced   time.Time // when the last sync ended that took all

	closedAt ltx.TXID // that the closed database has; 0 is not known
}

// shipment is a group of writes that waits for the storage.
type shipment struct {
	committed time.Time
	answer    func(error)
}

// Open starts to ship the database in dir, which is open. writer is the pool of its one
// write connection. The lease belongs to the generation that the replica gets.
func Open(ctx context.Context, dir string, held *Held, writer *sql.DB, log *slog.Logger) (*Primary, error) {
	c := held.config
	p := &Primary{
		Lease: held.Lease, config: c, dir: dir, chain: held.chain, writer: writer, log: log,
		work: make(chan struct{}, 1), stopped: make(chan struct{}), moved: time.Now(), shipped: time.Now(),
	}
	p.space.L = &p.mu
	p.chain.writeAs(held.Generation(), p.Lease.Err)
	quiet := slog.New(quietHandler{log.Handler()})
	p.db = litestream.NewDB(filepath.Join(dir, database.DataFile))
	p.db.MonitorInterval, p.db.CheckpointInterval = 0, 0 // this package syncs, and moves the log
	p.db.MinCheckpointPageN, p.db.TruncatePageN = 1<<30, -1
	p.db.BusyTimeout = 10 * time.Second
	p.db.Replica = litestream.NewReplicaWithClient(p.db, p.chain)
	p.db.Replica.MonitorEnabled = false
	p.store = litestream.NewStore([]*litestream.DB{p.db}, litestream.DefaultCompactionLevels)
	p.store.Logger = quiet
	p.db.SetLogger(quiet)
	p.store.SnapshotInterval, p.store.SnapshotRetention = c.Snapshots, c.Retention
	p.store.SetL0Retention(c.Detail)
	p.store.SetShutdownSyncTimeout(0)

	if err := storeKeyFile(ctx, p.chain.bucket, dir, c.Key); err != nil {
		return nil, err
	}
	for _, statement := range beginLog {
		if _, err := writer.ExecContext(ctx, statement); err != nil {
			return nil, err
		}
	}
	made, err := makeBaseline(ctx, p.db, p.chain, dir, held.end)
	if err != nil {
		return nil, fmt.Errorf("the replica: %w", err)
	}
	if err := p.store.Open(ctx); err != nil {
		return nil, err
	}
	began := time.Now()
	if err := p.db.Sync(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("the replica: %w", err), p.store.Close(ctx))
	}
	if err := os.Remove(filepath.Join(dir, stateFile)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	log.Info("the database is replicated", "mode", c.Mode, "generation", held.Generation(), "continued", made, "seconds", time.Since(began).Seconds())
	ctx, p.stop = context.WithCancel(context.Background())
	p.commits++
	p.wake()
	go p.run(ctx)
	go p.tidy(ctx)
	return p, nil
}

// tidy removes what earlier primaries have left in the storage, until ctx ends.
func (p *Primary) tidy(ctx context.Context) {
	for pause(ctx, tidyPause) == nil {
		if err := p.chain.tidy(ctx); err != nil && ctx.Err() == nil {
			p.log.Warn("what earlier primaries have left in the storage could not be removed; it is tried again", "error", err)
		}
	}
}

// wake has run look for work.
func (p *Primary) wake() {
	select {
	case p.work <- struct{}{}:
	default:
	}
}

// Ship has answer called when what was committed before is where the mode asks for it. The
// error says that this is not so: [ErrAway] or [ErrLost], for example.
func (p *Primary) Ship(answer func(error)) {
	if p.config.Mode == Async {
		p.mu.Lock()
		p.commits++
		p.mu.Unlock()
		p.wake()
		answer(p.Lease.Err())
		return
	}
	p.mu.Lock()
	for len(p.waiting) >= maxWaiting {
		p.space.Wait()
	}
	p.commits++
	p.waiting = append(p.waiting, &shipment{time.Now(), answer})
	p.mu.Unlock()
	p.wake()
}

// Barrier returns when what was committed before is where the mode asks for it.
func (p *Primary) Barrier() error {
	if p.config.Mode == Async {
		return p.Lease.Err()
	}
	done := make(chan error, 1)
	p.Ship(func(err error) { done <- err })
	return <-done
}

// Ready returns nil while a write can be answered, and otherwise why not.
func (p *Primary) Ready() error {
	if err := p.Lease.Err(); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.config.Mode == Sync && !p.failing.IsZero() && time.Since(p.failing) > p.config.Patience {
		return fmt.Errorf("%w: %w", ErrAway, p.err)
	}
	return nil
}

// run ships until ctx ends.
func (p *Primary) run(ctx context.Context) {
	defer close(p.stopped)
	tick := time.NewTicker(time.Second) // for what other processes write, and for those whose patience ends
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.work:
		case <-tick.C:
		}
		err := p.shipOnce(ctx)
		pause := time.Duration(0)
		if p.config.Mode == Async {
			pause = asyncPause
		}
		if err != nil {
			pause = retryPause
		}
		if pause > 0 {
			select {
			case <-ctx.Done():
				return
			case <-time.After(pause):
			}
		}
		if err != nil {
			p.wake()
		}
	}
}

// shipOnce ships what was committed before, and answers those who wait for it.
func (p *Primary) shipOnce(ctx context.Context) error {
	p.mu.Lock()
	n, commits := len(p.waiting), p.commits
	p.mu.Unlock()
	began := time.Now()
	err := p.db.SyncAndWait(ctx)
	if err == nil {
		err = p.Lease.Err() // only now it is certain that no successor missed it
	}
	if errors.Is(err, ErrLost) {
		p.answer(len(p.waiting), err)
		return nil
	}
	p.note(began, commits, err)
	if err != nil {
		p.answerImpatient(err)
		return err
	}
	p.answer(n, nil)
	return p.moveLog(ctx)
}

// note records the outcome of a sync.
func (p *Primary) note(began time.Time, commits int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err == nil {
		if !p.failing.IsZero() && time.Since(p.failing) > p.config.Patience {
			p.log.Info("the storage of the replica takes writes again", "away_seconds", time.Since(p.failing).Seconds())
		}
		p.shipped, p.taken, p.failing, p.err, p.lastSync, p.synced = began, commits, time.Time{}, nil, time.Since(began), time.Now()
		return
	}
	if p.failing.IsZero() {
		p.failing = time.Now()
		p.log.Error("the storage of the replica takes nothing; it is tried again", "error", err)
	}
	p.err = err
}

// answer gives the first n of the waiting their outcome.
func (p *Primary) answer(n int, err error) {
	p.mu.Lock()
	done := p.waiting[:n:n]
	p.waiting = p.waiting[n:]
	p.space.Broadcast()
	p.mu.Unlock()
	for _, s := range done {
		s.answer(err)
	}
}

// answerImpatient answers those who have waited for as long as they may.
func (p *Primary) answerImpatient(err error) {
	p.mu.Lock()
	n := 0
	for n < len(p.waiting) && time.Since(p.waiting[n].committed) > p.config.Patience {
		n++
	}
	p.mu.Unlock()
	p.answer(n, fmt.Errorf("%w: %w", ErrAway, err))
}

// moveLog moves the database's log into its file, in a turn of the write connection.
// Litestream must see each page of the log: nothing else moves it.
func (p *Primary) moveLog(ctx context.Context) error {
	pages, since := p.countLog(), time.Since(p.moved)
	if since < leastMove || pages < maxLog && (pages <= 1 || since < idleLog) { // moving it leaves a page
		return nil
	}
	if err := p.db.Sync(ctx); err != nil { // as much as possible before the writes wait
		return err
	}
	turn, err := p.writer.Conn(ctx)
	if err != nil {
		return err
	}
	defer turn.Close()
	p.moved = time.Now()
	return p.db.Checkpoint(ctx, litestream.CheckpointModePassive)
}

// countLog returns how many pages of the log are not yet moved.
func (p *Primary) countLog() int64 {
	return (p.db.SyncDiagnostic().LastSyncedWALOffset - walHeader) / int64(p.db.PageSize()+frameHeader)
}

// Close ships the rest, gives the lease back, and ends. The writer must have ended before.
func (p *Primary) Close(ctx context.Context) error {
	p.stop()
	<-p.stopped
	err := p.shipOnce(ctx)
	p.answer(len(p.waiting), ErrAway) // those who came after the last sync
	if err == nil {
		var position ltx.Pos
		position, err = p.db.Pos()
		p.closedAt = position.TXID
	}
	if err := errors.Join(err, p.store.Close(ctx)); err != nil {
		p.closedAt = 0
		return errors.Join(err, p.Lease.abandon())
	}
	return p.Lease.Release(ctx)
}

// NoteClosed notes that the database is closed as Close has left it. So the next start need
// not store it anew.
func (p *Primary) NoteClosed() error {
	if p.closedAt == 0 {
		return nil
	}
	if log, err := readLogHeader(p.db.WALPath()); err != nil || log != nil {
		return err
	}
	return writeState(p.dir, p.closedAt)
}

// quietHandler makes Litestream's reports of its work entries for debugging.
type quietHandler struct{ slog.Handler }

// Handle passes an entry on.
func (h quietHandler) Handle(ctx context.Context, r slog.Record) error {
	if r.Level == slog.LevelInfo {
		if r.Level = slog.LevelDebug; !h.Handler.Enabled(ctx, r.Level) {
			return nil
		}
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs returns a handler that adds attributes to each entry.
func (h quietHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return quietHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup returns a handler that puts the attributes of each entry into a group.
func (h quietHandler) WithGroup(name string) slog.Handler {
	return quietHandler{h.Handler.WithGroup(name)}
}
