// Package settingsdb loads the settings from the database and keeps the last [settings.Snapshot].
// The database has a revision of the settings. Triggers advance it with every change, in
// the dashboard, by SQL or by another process. A snapshot is used only while its revision
// is the current one. A change that this process saves takes effect with the next request.
// A change that another process commits takes effect within [MaxLag].
package settingsdb

import (
	"sync"
	"sync/atomic"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
)

// MaxLag is how long a look-up of the revision stays valid unless this process saves
// something. A look-up for each request would be slow beside a writer: a connection that
// reads after a commit begins with an empty page cache.
const MaxLag = 50 * time.Millisecond

// Store returns the current snapshot of the settings.
type Store struct {
	reader  *database.Reader
	changes atomic.Int64
	checked atomic.Pointer[check]
	current atomic.Pointer[settings.Snapshot]
	loading sync.Mutex
	loads   atomic.Int64
}

// check is a look-up of the revision: its moment, and the number of changes before it.
type check struct {
	at      time.Time
	changes int64
}

// NewStore returns a store that reads through reader.
func NewStore(reader *database.Reader) *Store {
	return &Store{reader: reader}
}

// Loads returns how often the store has read all settings since it was made.
func (s *Store) Loads() int64 { return s.loads.Load() }

// NoteChange notes that this process has saved something that may be a setting. The next
// call of Current looks the revision up.
func (s *Store) NoteChange() { s.changes.Add(1) }

// Current returns the settings as they are committed. A change that another process
// committed less than MaxLag ago may be missing.
func (s *Store) Current() (*settings.Snapshot, error) {
	now := check{time.Now(), s.changes.Load()}
	if last := s.checked.Load(); last != nil && last.changes == now.changes && now.at.Sub(last.at) < MaxLag {
		return s.current.Load(), nil
	}
	snapshot, err := s.Load(s.reader)
	if err == nil {
		s.checked.Store(&now)
	}
	return snapshot, err
}

// Load returns the settings as q sees them. Inside a write transaction they cannot change
// until the transaction ends.
func (s *Store) Load(q database.Querier) (*settings.Snapshot, error) {
	var revision int64
	if err := q.QueryRow(selectRevision).Scan(&revision); err != nil {
		return nil, err
	}
	if snapshot := s.current.Load(); snapshot != nil && snapshot.Revision() == revision {
		return snapshot, nil
	}
	s.loading.Lock()
	defer s.loading.Unlock()
	if snapshot := s.current.Load(); snapshot != nil && snapshot.Revision() == revision {
		return snapshot, nil
	}
	s.loads.Add(1)
	snapshot, err := load(q)
	if err != nil {
		return nil, err
	}
	if q == s.reader { // a transaction may see changes that are never committed
		s.current.Store(snapshot)
	}
	return snapshot, nil
}
