package replica

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
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
	// stuckTime is how long a copy may be behind without coming nearer before it is made anew.
	stuckTime = time.Minute
	// haltTime is how long a takeover waits for a copy that comes no nearer before it is followed
	// anew.
	haltTime = 10 * time.Second
	// refreshPause is the time between two looks for generations where the lease tells of none.
	refreshPause = time.Minute
	// supersededFolder is the folder with a former primary's database.
	supersededFolder = "superseded"
)

// Follow follows the replica until this process is its primary, and returns when the
// database is in dir. A database of dir that is not the latest is set aside before.
func Follow(ctx context.Context, config *Config, dir, address string, log *slog.Logger) (*Held, error) {
	c, err := newCandidate(ctx, config, dir, address, log)
	for err != nil {
		log.Warn("the replica cannot be followed; it is tried again", "error", err)
		if err := pause(ctx, retryPause*4); err != nil {
			return nil, err
		}
		c, err = newCandidate(ctx, config, dir, address, log)
	}
	exists, err := c.hasDatabase()
	if err != nil {
		return nil, err
	}
	own := exists && c.isCurrent()
	if exists && !own {
		if c.chain.last().Generation == 0 {
			return nil, fmt.Errorf("there is a database in %s, and none in the replica: run dataimport serve on it first", dir)
		}
		if err := setAside(dir); err != nil {
			return nil, err
		}
		log.Warn("the database that was here is not the latest, and was set aside", "folder", filepath.Join(dir, supersededFolder))
	}
	s := &standby{candidate: c, watch: leaseWatch{bucket: c.bucket}}
	if !own {
		if s.copy, err = newCopy(filepath.Join(dir, FollowFolder), c.chain, config.Follow, log); err != nil {
			return nil, err
		}
		defer s.copy.stop()
	}
	for {
		held, err := s.step(ctx)
		switch {
		case held != nil:
			return held, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			log.Warn("the replica cannot be followed at the moment; it is tried again", "error", err)
		}
		if err := pause(ctx, pollPause); err != nil {
			return nil, err
		}
	}
}

// setAside moves a database that is not the latest out of the way. What is in it and not in
// the replica was never acknowledged in sync mode. An older one that was set aside is removed.
func setAside(dir string) error {
	aside := filepath.Join(dir, supersededFolder)
	if err := os.RemoveAll(aside); err != nil {
		return err
	}
	if err := os.Mkdir(aside, 0o700); err != nil {
		return err
	}
	for _, name := range []string{database.DataFile + "-wal", database.DataFile + "-shm", stateFile, metaFolder, database.DataFile} {
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(aside, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return os.RemoveAll(filepath.Join(aside, metaFolder))
}

// standby waits for its turn to be the primary.
type standby struct {
	*candidate
	watch     leaseWatch
	copy      *followedCopy // nil where the folder's own database is the latest
	announced time.Time
	refreshed time.Time
	beat      uint64
}

// step looks once, and takes over where it is time. What fails besides the look at the lease
// is no reason to leave the place of the primary empty.
func (s *standby) step(ctx context.Context) (*Held, error) {
	if err := s.lookAtLease(ctx); err != nil {
		s.watch.seen = time.Now() // without the storage nothing is known of the primary
		return nil, err
	}
	err := s.keepUp(ctx)
	if !s.isDue(time.Now()) {
		return nil, err
	}
	if err != nil {
		s.log.Warn("the replica could not be followed before this machine takes over", "error", err)
	}
	return s.takeOver(ctx)
}

// lookAtLease bounds the look. A storage that begins an answer and does not end it must not keep
// the standby from looking.
func (s *standby) lookAtLease(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, smallTime)
	defer cancel()
	return s.watch.look(ctx)
}

// keepUp follows a new generation, and tells the primary that this machine follows.
func (s *standby) keepUp(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, smallTime)
	defer cancel()
	if s.watch.record.Generation != s.chain.last().Generation || time.Since(s.refreshed) >= refreshPause {
		if err := s.chain.refresh(ctx); err != nil {
			return err
		}
		s.refreshed = time.Now()
	}
	if s.copy == nil && !s.isCurrent() {
		return errors.New("another machine took over: start this one anew")
	}
	if s.copy != nil {
		if err := s.copy.check(); err != nil {
			return err
		}
	}
	if time.Since(s.announced) >= s.config.Follow {
		s.beat++
		if err := s.bucket.replaceJSON(ctx, standbyObject, announcement{s.self.Name, s.beat, s.copiedTo()}); err != nil {
			return err
		}
		s.announced = time.Now()
	}
	return nil
}

func (s *standby) copiedTo() uint64 {
	if s.copy == nil {
		return 0
	}
	return uint64(s.copy.txid())
}

// isDue reports whether this process may take the lease: it was given back, or has run out
// although the holder knew of a standby. A folder that was the last primary was the holder
// itself: its former process has ended.
func (s *standby) isDue(now time.Time) bool {
	w := &s.watch
	if s.chain.last().Generation == 0 || s.copy == nil && !s.isCurrent() {
		return false
	}
	switch {
	case w.record.Released && w.record.Followed && w.record.Folder == s.self.Folder:
		return w.isOver(now) // it was handed over, and the other machine comes first
	case w.isFree(), w.record.Folder == s.self.Folder:
		return true
	}
	return w.record.Followed && w.isOver(now)
}

// takeOver takes the lease, restores what is left, and begins a generation.
func (s *standby) takeOver(ctx context.Context) (*Held, error) {
	began := time.Now()
	former := s.watch.record
	lease, err := acquire(ctx, s.bucket, former, s.watch.version, s.self, s.log)
	if err != nil {
		return nil, err
	}
	s.log.Info("this machine takes over", "from", former.Name, "released", former.Released, "generation", lease.Generation())
	end, err := s.complete(ctx)
	if err != nil {
		return nil, errors.Join(err, lease.Release(ctx))
	}
	held, err := s.beginGeneration(ctx, lease, end)
	if err != nil {
		return nil, err
	}
	s.log.Info("this machine is the primary", "seconds", time.Since(began).Seconds(), "transaction", held.end.String())
	return held, nil
}

// complete makes the folder's database the one with which this machine goes on, and returns the
// last transaction of the replica that counts. What a former primary ships later does not.
func (s *standby) complete(ctx context.Context) (ltx.TXID, error) {
	if err := s.chain.refresh(ctx); err != nil {
		return 0, err
	}
	if s.copy == nil {
		return s.chain.findEnd(ctx)
	}
	if err := bringKeyFile(ctx, s.bucket, s.dir, s.config.Key); err != nil {
		return 0, err
	}
	return s.bringCopy(ctx)
}

// bringCopy makes the copy complete, and the folder's database. What arrives from a former
// primary after the end was found must not get into the copy, in whole or in part. So nothing
// is given to the copy while the end is looked for, and then nothing beyond it.
func (s *standby) bringCopy(ctx context.Context) (end ltx.TXID, err error) {
	if err := s.copy.check(); err != nil {
		return 0, err
	}
	s.copy.client.setLimit(0)
	defer s.copy.client.setLimit(noLimit)
	if end, err = s.chain.findEnd(ctx); err != nil {
		return 0, err
	}
	s.copy.client.setLimit(end)
	if err := s.awaitCopy(ctx, end); err != nil {
		return 0, err
	}
	s.copy.stop()
	if at := s.copy.txid(); at != end {
		err = fmt.Errorf("the copy has the transaction %s, and the replica ends with %s", at, end)
	} else {
		err = s.copy.moveTo(s.dir, end)
	}
	if err != nil {
		s.copy.start()
	}
	return end, err
}

// awaitCopy waits until the copy has reached a transaction. A copy that comes no nearer is
// followed anew. Before its first transaction it is restored, which takes its time.
func (s *standby) awaitCopy(ctx context.Context, end ltx.TXID) error {
	reached, since := s.copy.txid(), time.Now()
	for reached < end {
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return err
		}
		now := s.copy.txid()
		if now > reached {
			reached, since = now, time.Now()
		}
		if reached > 0 && reached < end && time.Since(since) > haltTime {
			s.copy.stop()
			s.copy.start()
			return fmt.Errorf("the copy stays at the transaction %s, and the replica ends with %s: it is followed anew", reached, end)
		}
	}
	return nil
}

// followedCopy is a copy of the database that follows the replica.
type followedCopy struct {
	folder string
	chain  *chain
	client *follower
	every  time.Duration // between two looks for what is new
	log    *slog.Logger

	cancel context.CancelFunc
	work   sync.WaitGroup

	mu      sync.Mutex
	reached ltx.TXID  // when it came nearer last
	at      time.Time // when that was
}

// newCopy follows the replica into a folder until stop is called. A copy of which it is not known
// what it may consist of is removed.
func newCopy(folder string, chain *chain, every time.Duration, log *slog.Logger) (*followedCopy, error) {
	client, err := newFollower(chain, folder)
	if err != nil {
		return nil, err
	}
	c := &followedCopy{folder: folder, chain: chain, client: client, every: every, log: log, at: time.Now()}
	if c.txid() > client.given.TXID {
		if err := c.remove(); err != nil {
			return nil, err
		}
	}
	c.start()
	return c, nil
}

func (c *followedCopy) path() string { return filepath.Join(c.folder, database.DataFile) }

// txid returns up to which transaction the copy is complete.
func (c *followedCopy) txid() ltx.TXID {
	txid, err := litestream.ReadTXIDFile(c.path())
	if err != nil {
		return 0
	}
	return txid
}

func (c *followedCopy) start() {
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	c.work.Go(func() {
		for ctx.Err() == nil {
			if c.chain.last().Generation > 0 {
				if err := c.follow(ctx); err != nil && ctx.Err() == nil {
					c.log.Warn("the copy cannot follow the replica; it is tried again", "error", err)
				}
			}
			_ = pause(ctx, c.every)
		}
	})
}

// follow restores the database and applies what comes later, until ctx ends.
func (c *followedCopy) follow(ctx context.Context) error {
	if err := os.MkdirAll(c.folder, 0o700); err != nil {
		return err
	}
	if _, err := os.Stat(c.path()); err == nil && c.txid() == 0 { // a restore was interrupted
		if err := os.Remove(c.path()); err != nil {
			return err
		}
	}
	c.client.begin()
	options := litestream.NewRestoreOptions()
	options.OutputPath, options.Follow, options.FollowInterval = c.path(), true, c.every
	return newReader(c.path(), c.client, c.log).Restore(ctx, options)
}

// newReader returns Litestream's replica for reading.
func newReader(path string, client litestream.ReplicaClient, log *slog.Logger) *litestream.Replica {
	db := litestream.NewDB(path)
	db.Replica = litestream.NewReplicaWithClient(db, client)
	db.SetLogger(slog.New(quietHandler{log.Handler()}))
	return db.Replica
}

// check makes the copy anew where it cannot follow: where it may have transactions that no longer
// count, since a new generation began before them, and where it comes no nearer.
func (c *followedCopy) check() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	txid := c.txid()
	switch {
	case c.client.isSpoiled():
		c.log.Warn("the copy may have transactions that the new primary does not have, and is made anew", "copy", txid.String(), "primary", c.chain.last().Base.String())
	case txid != c.reached:
		c.reached, c.at = txid, time.Now()
		return nil
	case time.Since(c.at) > stuckTime && c.isBehind():
		c.log.Warn("the copy comes no nearer, and is made anew", "copy", txid.String())
	default:
		return nil
	}
	c.stop()
	err := c.remove()
	c.reached, c.at = 0, time.Now()
	c.start()
	return err
}

// isBehind reports whether the replica has more than the copy.
func (c *followedCopy) isBehind() bool {
	ctx, cancel := context.WithTimeout(context.Background(), smallTime)
	defer cancel()
	c.at = time.Now() // it is asked again only later
	later, err := c.chain.LTXFiles(ctx, 0, c.txid()+1, false)
	return err == nil && later.Next()
}

// stop ends following. The copy stays.
func (c *followedCopy) stop() {
	c.cancel()
	c.work.Wait()
}

func (c *followedCopy) remove() error {
	c.client.forget()
	return os.RemoveAll(c.folder)
}

// moveTo makes the copy the database of a folder.
func (c *followedCopy) moveTo(dir string, txid ltx.TXID) error {
	if err := useLog(c.path()); err != nil {
		return err
	}
	for _, name := range []string{database.DataFile + "-wal", database.DataFile + "-shm", database.IdentityFile} { // of a former database
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.Rename(c.path(), filepath.Join(dir, database.DataFile)); err != nil {
		return err
	}
	return errors.Join(writeState(dir, txid), c.remove())
}

// useLog says in the header of a database's file that it has a log. Litestream says that it
// has none while it follows, so that nobody reads half of a transaction.
func useLog(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteAt([]byte{2, 2}, 18) // https://sqlite.org/fileformat.html#file_format_version_numbers
	return errors.Join(err, file.Sync(), file.Close())
}
