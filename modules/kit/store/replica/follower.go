package replica

import (
	"context"
	"encoding/json/v2"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

const (
	// upperPause is the time between two looks into the compacted files where the files of single
	// transactions have no gap.
	upperPause = time.Minute
	// givenFile has what a copy may consist of.
	givenFile = "given.json"
	// noLimit allows every transaction.
	noLimit = ^ltx.TXID(0)
)

// errSpoiled says that a copy may have transactions that do not count any more.
var errSpoiled = errors.New("replica: the copy may have transactions that the primary does not have")

// given says up to which transaction files were given to a copy, and which generation was the
// last one then. The copy may have parts of these files before it says so.
type given struct {
	Generation uint64   `json:"generation"`
	TXID       ltx.TXID `json:"txid"`
}

// follower is Litestream's client of a standby.
//
// While it follows, Litestream lists all levels again and again when there is nothing new. What
// is new is in the first level. The others matter where a file of the first level is missing:
// it was compacted away while this machine was off.
type follower struct {
	*chain
	folder string // of the copy

	mu        sync.Mutex
	given     given
	limit     ltx.TXID // files beyond it are not given
	following bool
	gap       bool // the first level does not go on where the copy ends
	upper     bool // the upper levels are looked into now
	looked    time.Time
}

// newFollower returns the client of the copy in a folder.
func newFollower(chain *chain, folder string) (*follower, error) {
	f := &follower{chain: chain, folder: folder, limit: noLimit}
	content, err := os.ReadFile(filepath.Join(folder, givenFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f, nil
	case err != nil:
		return nil, err
	}
	return f, json.Unmarshal(content, &f.given)
}

// begin prepares for a copy that is restored or goes on.
func (f *follower) begin() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.following, f.gap, f.looked = false, false, time.Time{}
}

// forget says that the copy is gone.
func (f *follower) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.given = given{}
}

// setLimit has files beyond a transaction not be given.
func (f *follower) setLimit(txid ltx.TXID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.limit = txid
}

// isSpoiled reports whether files were given that the last generation does not count.
func (f *follower) isSpoiled() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	last := f.chain.last()
	return last.Generation != f.given.Generation && f.given.TXID > last.Base
}

// LTXFiles lists the files of a level. While it follows, upper levels seem empty where they are
// not needed.
func (f *follower) LTXFiles(ctx context.Context, level int, seek ltx.TXID, useMetadata bool) (ltx.FileIterator, error) {
	if f.isSpoiled() {
		return nil, errSpoiled
	}
	if !f.isNeeded(level, seek) {
		return ltx.NewFileInfoSliceIterator(nil), nil
	}
	generation := f.chain.last().Generation
	files, err := f.chain.LTXFiles(ctx, level, seek, useMetadata)
	if err != nil {
		return nil, err
	}
	list, err := ltx.SliceFileIterator(files)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	list = slices.DeleteFunc(list, func(file *ltx.FileInfo) bool { return file.MaxTXID > f.limit })
	if level == 0 && seek > 0 {
		f.gap = len(list) > 0 && list[0].MinTXID > seek
	}
	return ltx.NewFileInfoSliceIterator(list), f.note(generation, list)
}

// note notes which files are given, before they are.
func (f *follower) note(generation uint64, list []*ltx.FileInfo) error {
	now := given{generation, f.given.TXID}
	for _, file := range list {
		now.TXID = max(now.TXID, file.MaxTXID)
	}
	if now == f.given {
		return nil
	}
	content, err := json.Marshal(now)
	if err != nil {
		return err
	}
	if err := writeWhole(filepath.Join(f.folder, givenFile), content); err != nil {
		return err
	}
	f.given = now
	return nil
}

// isNeeded reports whether a level has to be listed. Litestream begins to follow with the first
// level from a transaction on. When it looks into upper levels, it begins with the second.
func (f *follower) isNeeded(level int, seek ltx.TXID) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if level == 0 {
		f.following = f.following || seek > 0
		return true
	}
	if !f.following || level == litestream.SnapshotLevel {
		return true
	}
	if level == 1 {
		if f.upper = f.gap || time.Since(f.looked) >= upperPause; f.upper {
			f.looked = time.Now()
		}
	}
	return f.upper
}
