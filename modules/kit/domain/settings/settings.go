// Package settings is what operators have configured: suppliers, teams and API
// clients. Requests see it as one immutable Snapshot. The database carries a
// revision that triggers advance with every change, whoever makes it and in
// whichever process, and a Snapshot is used only while its revision is the current
// one. What is saved in this process takes effect with the next request, and what
// another one commits within [MaxLag].
package settings

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dataimport/modules/kit/store/database"
)

// Status of a supplier, set by operators.
type Status string

// The statuses of a supplier. Only Ongoing takes accounts and data.
const (
	Ongoing  Status = "Ongoing"
	Paused   Status = "Paused"
	Complete Status = "Complete"
)

// Supplier is an import supplier: a company whose accounts are imported.
type Supplier struct {
	ID              string
	Code            string
	Name            string
	Status          Status
	DocumentRoot    string
	Country         string         // ISO 3166-1 alpha-2: whose rules for phones and postcodes apply
	Zone            *time.Location // decides what "today" is
	Market          string
	VerifyDocuments bool
	SendEmails      bool
	DefaultTeam     string   // name; empty for none
	InternalDomains []string // e-mail domains that no customer may have
	// Namespaces in which no two accounts have the same reference.
	UniqueReferences []string
	// Namespaces in which no two customers of an account have the same user detail;
	// where none is set, those whose names say that they hold identifiers.
	UniqueUserDetails []string
	Closed            map[List]*ClosedList // nil where every list is open
}

// Client is an organisation that calls the interface.
type Client struct {
	ID       string
	Name     string
	KeyHash  string // SHA-256 of its key, in hexadecimal
	TokenKey string // signs its tokens; changing it ends them all
	ReadOnly bool
	Disabled bool
	// PerSecond and Concurrent are how many requests it may send in a second, and have
	// answered at once; 0 is no limit of its own.
	PerSecond, Concurrent int
	grants                map[string]bool
}

// May reports whether the client was granted the supplier; no client may use none.
func (c *Client) May(s *Supplier) bool {
	return c != nil && s != nil && c.grants[s.ID]
}

// Snapshot is everything that is configured, at one revision. It does not change.
type Snapshot struct {
	revision   int64
	suppliers  map[string]*Supplier // by code
	byID       map[string]*Supplier
	teams      map[string]string  // name to id
	markets    map[string]*Market // by name
	clients    map[string]*Client
	clientKeys map[string]*Client
	receivers  map[string][]*Receiver // by supplier id
}

// Supplier is the supplier of a code, nil where there is none.
func (s *Snapshot) Supplier(code string) *Supplier { return s.suppliers[code] }

// SupplierByID is the supplier with a record id.
func (s *Snapshot) SupplierByID(id string) *Supplier { return s.byID[id] }

// Suppliers is all of them, by their codes.
func (s *Snapshot) Suppliers() []*Supplier {
	return slices.SortedFunc(maps.Values(s.suppliers), func(a, b *Supplier) int { return strings.Compare(a.Code, b.Code) })
}

// SupplierFor is the supplier of a code as client may see it: one that it was not
// granted does not exist for it.
func (s *Snapshot) SupplierFor(client *Client, code string) *Supplier {
	supplier := s.suppliers[code]
	if !client.May(supplier) {
		return nil
	}
	return supplier
}

// Team is the id of the team of a name.
func (s *Snapshot) Team(name string) (id string, exists bool) {
	id, exists = s.teams[name]
	return id, exists
}

// Client is the client with a record id, nil where there is none.
func (s *Snapshot) Client(id string) *Client { return s.clients[id] }

// ClientByKeyHash is the client whose key has this hash, nil where there is none.
func (s *Snapshot) ClientByKeyHash(hash string) *Client { return s.clientKeys[hash] }

// MaxLag is for how long a revision is not looked up again unless something was saved in
// this process. Beside a writer that is dear for each request: whoever reads after a
// commit begins with an empty page cache.
const MaxLag = 50 * time.Millisecond

// Store gives the current Snapshot.
type Store struct {
	reader  *database.Reader
	changes atomic.Int64
	looked  atomic.Pointer[look]
	current atomic.Pointer[Snapshot]
	loading sync.Mutex
	loads   atomic.Int64
}

// look is when the revision was looked up, and after how many changes.
type look struct {
	at      time.Time
	changes int64
}

// Loads is how often everything was read since the service started.
func (s *Store) Loads() int64 { return s.loads.Load() }

// NewStore reads through reader.
func NewStore(reader *database.Reader) *Store {
	return &Store{reader: reader}
}

// Changed says that something was saved in this process, which may have been settings.
func (s *Store) Changed() { s.changes.Add(1) }

// Current is what is configured now; what another process changed may be missing for MaxLag.
func (s *Store) Current() (*Snapshot, error) {
	now := look{time.Now(), s.changes.Load()}
	if last := s.looked.Load(); last != nil && last.changes == now.changes && now.at.Sub(last.at) < MaxLag {
		return s.current.Load(), nil
	}
	snapshot, err := s.Within(s.reader)
	if err == nil {
		s.looked.Store(&now)
	}
	return snapshot, err
}

// Within is what is configured as q sees it; inside a write transaction nobody
// can change it until that transaction ends.
func (s *Store) Within(q database.Querier) (*Snapshot, error) {
	revision, err := revisionOf(q)
	if err != nil {
		return nil, err
	}
	if snapshot := s.current.Load(); snapshot != nil && snapshot.revision == revision {
		return snapshot, nil
	}
	s.loading.Lock()
	defer s.loading.Unlock()
	if snapshot := s.current.Load(); snapshot != nil && snapshot.revision == revision {
		return snapshot, nil
	}
	s.loads.Add(1)
	snapshot, err := load(q)
	if err != nil {
		return nil, err
	}
	if q == s.reader { // a transaction may see what is never committed
		s.current.Store(snapshot)
	}
	return snapshot, nil
}

func revisionOf(q database.Querier) (revision int64, err error) {
	err = q.QueryRow(`SELECT n FROM settings_revision`).Scan(&revision)
	return revision, err
}
