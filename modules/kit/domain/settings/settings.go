// Package settings has the values that operators configure: suppliers, markets, closed
// lists, teams, API clients and receivers of events. A request sees them as one immutable
// [Snapshot]. The package reads nothing: package settingsdb loads the values from the
// database.
package settings

import (
	"maps"
	"slices"
	"strings"
)

// Values are everything that is configured at one revision.
type Values struct {
	Revision  int64
	Suppliers []*Supplier
	Markets   []*Market
	Teams     map[string]string // name to id
	Clients   []*Client
	Receivers map[string][]*Receiver // by supplier id; disabled receivers are left out
}

// Snapshot is everything that is configured, at one revision. It does not change.
type Snapshot struct {
	revision   int64
	byCode     map[string]*Supplier
	byID       map[string]*Supplier
	teams      map[string]string  // name to id
	markets    map[string]*Market // by name
	clients    map[string]*Client // by id
	clientKeys map[string]*Client // by the hash of the key
	receivers  map[string][]*Receiver
}

// NewSnapshot returns the snapshot of the values, which must not change any more. It sets
// the RootFault of the suppliers.
func NewSnapshot(v *Values) *Snapshot {
	s := &Snapshot{
		revision: v.Revision, teams: v.Teams, receivers: v.Receivers,
		byCode: make(map[string]*Supplier), byID: make(map[string]*Supplier), markets: make(map[string]*Market),
		clients: make(map[string]*Client), clientKeys: make(map[string]*Client),
	}
	markRootFaults(v.Suppliers)
	for _, supplier := range v.Suppliers {
		s.byCode[supplier.Code], s.byID[supplier.ID] = supplier, supplier
	}
	for _, market := range v.Markets {
		s.markets[market.Name] = market
	}
	for _, client := range v.Clients {
		s.clients[client.ID] = client
		if client.KeyHash != "" {
			s.clientKeys[client.KeyHash] = client
		}
	}
	return s
}

// Revision returns the revision that the snapshot was loaded at.
func (s *Snapshot) Revision() int64 { return s.revision }

// Supplier returns the supplier with a code, nil where there is none.
func (s *Snapshot) Supplier(code string) *Supplier { return s.byCode[code] }

// SupplierByID returns the supplier with a record id, nil where there is none.
func (s *Snapshot) SupplierByID(id string) *Supplier { return s.byID[id] }

// Suppliers returns all suppliers in the order of their codes.
func (s *Snapshot) Suppliers() []*Supplier {
	return slices.SortedFunc(maps.Values(s.byCode), func(a, b *Supplier) int { return strings.Compare(a.Code, b.Code) })
}

// SupplierFor returns the supplier with a code as the client may see it: nil where there
// is none, and also where the client was not granted it.
func (s *Snapshot) SupplierFor(client *Client, code string) *Supplier {
	supplier := s.byCode[code]
	if !client.May(supplier) {
		return nil
	}
	return supplier
}

// Team returns the id of the team with a name.
func (s *Snapshot) Team(name string) (id string, exists bool) {
	id, exists = s.teams[name]
	return id, exists
}

// Market returns the market with a name among the markets that operators have added, nil
// where there is none.
func (s *Snapshot) Market(name string) *Market { return s.markets[name] }

// Client returns the client with a record id, nil where there is none.
func (s *Snapshot) Client(id string) *Client { return s.clients[id] }

// ClientByKeyHash returns the client whose key has this hash, nil where there is none.
func (s *Snapshot) ClientByKeyHash(hash string) *Client { return s.clientKeys[hash] }

// Receivers returns the receivers of a supplier that are not disabled.
func (s *Snapshot) Receivers(supplierID string) []*Receiver { return s.receivers[supplierID] }

// AllReceivers returns the ids of the receivers of all suppliers and of the suppliers
// themselves. A supplier's id stands for the supplier's customers, who receive e-mails.
func (s *Snapshot) AllReceivers() []string {
	ids := make([]string, 0, len(s.byID))
	for id := range s.byID {
		ids = append(ids, id)
	}
	for _, receivers := range s.receivers {
		for _, r := range receivers {
			ids = append(ids, r.ID)
		}
	}
	return ids
}
