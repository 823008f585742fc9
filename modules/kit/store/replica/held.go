package replica

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/superfly/ltx"

	"dataimport/modules/kit/store/database"
)

const (
	// folderFile has the id of the data folder. A folder that was a primary knows by it that
	// its database is still the latest.
	folderFile = "replica.id"
	// pollPause is the time between two looks at the lease.
	pollPause = 500 * time.Millisecond
)

// Held is the place of the primary, which this process has taken.
type Held struct {
	*Lease
	config *Config
	chain  *chain
	end    ltx.TXID // the last transaction of the replica when its generation began
}

// candidate is a process that wants to be the primary.
type candidate struct {
	config *Config
	dir    string
	self   leaseRecord
	bucket *bucket
	chain  *chain
	log    *slog.Logger
}

func newCandidate(ctx context.Context, c *Config, dir, address string, log *slog.Logger) (*candidate, error) {
	b, err := openBucket(c)
	if err != nil {
		return nil, err
	}
	folder, err := readFolderID(dir)
	if err != nil {
		return nil, err
	}
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	chain, err := openChain(ctx, b)
	if err != nil {
		return nil, fmt.Errorf("the storage of the replica: %w", err)
	}
	return &candidate{
		config: c, dir: dir, bucket: b, chain: chain, log: log,
		self: leaseRecord{Folder: folder, Holder: rand.Text(), Name: host + " at " + address, TTLMillis: c.Lease.Milliseconds()},
	}, nil
}

// readFolderID returns the id of a data folder, and gives it one where it has none.
func readFolderID(dir string) (string, error) {
	path := filepath.Join(dir, folderFile)
	content, err := os.ReadFile(path)
	if err == nil && len(strings.TrimSpace(string(content))) > 0 {
		return strings.TrimSpace(string(content)), nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	id := rand.Text()
	return id, writeWhole(path, []byte(id+"\n"))
}

// hasDatabase reports whether the folder has a database.
func (c *candidate) hasDatabase() (bool, error) {
	_, err := os.Stat(filepath.Join(c.dir, database.DataFile))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// isCurrent reports whether no other folder was the primary since this one was.
func (c *candidate) isCurrent() bool {
	last := c.chain.last()
	return last.Generation > 0 && last.Folder == c.self.Folder
}

// Begin makes this process the primary of the database in dir. It refuses where another one
// is the primary, and where the database is not the replica's latest.
func Begin(ctx context.Context, config *Config, dir, address string, log *slog.Logger) (*Held, error) {
	c, err := newCandidate(ctx, config, dir, address, log)
	if err != nil {
		return nil, err
	}
	exists, err := c.hasDatabase()
	if err != nil {
		return nil, err
	}
	last := c.chain.last()
	switch {
	case last.Generation == 0:
	case !exists:
		return nil, fmt.Errorf("there is no database in %s, and one in the replica, of %s: run dataimport standby, which brings it here", dir, last.Name)
	case !c.isCurrent():
		return nil, fmt.Errorf("the database in %s is not the latest, which is that of %s: run dataimport standby, which sets it aside and follows", dir, last.Name)
	}
	watched := leaseWatch{bucket: c.bucket}
	for {
		if err := watched.look(ctx); err != nil {
			return nil, fmt.Errorf("the storage of the replica: %w", err)
		}
		if watched.isFree() || watched.record.Folder == c.self.Folder || watched.isOver(time.Now()) {
			break
		}
		if watched.looks > 1 && watched.changes > 1 {
			return nil, fmt.Errorf("%s is the primary of this replica: run dataimport standby", watched.record.Name)
		}
		if err := pause(ctx, pollPause); err != nil {
			return nil, err
		}
	}
	lease, err := acquire(ctx, c.bucket, watched.record, watched.version, c.self, c.log)
	if err != nil {
		return nil, fmt.Errorf("the lease of the replica: %w", err)
	}
	end, err := c.chain.findEnd(ctx)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the replica: %w", err), lease.abandon())
	}
	return c.beginGeneration(ctx, lease, end)
}

// beginGeneration begins a generation behind the last transaction of the replica that counts.
func (c *candidate) beginGeneration(ctx context.Context, lease *Lease, end ltx.TXID) (*Held, error) {
	held := &Held{Lease: lease, config: c.config, chain: c.chain, end: end}
	err := c.chain.begin(ctx, manifest{lease.Generation(), end, c.self.Folder, c.self.Name, time.Now().UTC()})
	if err == nil {
		err = lease.Err()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the replica: %w", err), lease.abandon())
	}
	return held, nil
}

// leaseWatch follows how the lease of another process changes.
type leaseWatch struct {
	bucket  *bucket
	record  leaseRecord
	version string // empty where there is no lease
	seen    time.Time
	looks   int
	changes int
}

// look reads the lease.
func (w *leaseWatch) look(ctx context.Context) error {
	var record leaseRecord
	version, err := w.bucket.readJSON(ctx, leaseObject, &record)
	if err != nil && !errors.Is(err, errMissing) {
		return err
	}
	w.looks++
	if w.looks == 1 || version != w.version {
		w.record, w.version, w.seen = record, version, time.Now()
		w.changes++
	}
	return nil
}

// isFree reports whether anyone may take the lease.
func (w *leaseWatch) isFree() bool { return w.version == "" || w.record.Released }

// isOver reports whether the holder has not renewed the lease for its time.
func (w *leaseWatch) isOver(now time.Time) bool { return now.Sub(w.seen) > w.record.ttl() }

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
