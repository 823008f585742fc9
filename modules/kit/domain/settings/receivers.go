package settings

import (
	"database/sql"
	"encoding/json/v2"
	"slices"

	"github.com/pocketbase/dbx"

	"dataimport/modules/kit/store/database"
)

// Receiver is an endpoint that is told what happens to a supplier's accounts.
type Receiver struct {
	ID     string
	events []string // all where there are none
}

// Wants reports whether the receiver is to be told of an event.
func (r *Receiver) Wants(event string) bool {
	return len(r.events) == 0 || slices.Contains(r.events, event)
}

// Receivers are those of a supplier that are not disabled.
func (s *Snapshot) Receivers(supplierID string) []*Receiver { return s.receivers[supplierID] }

// AllReceivers are the ids of those of all suppliers, and of the suppliers themselves,
// which stand for their customers.
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

func (s *Snapshot) loadReceivers(q database.Querier) error {
	s.receivers = make(map[string][]*Receiver)
	return each(q, `SELECT id, supplier, events FROM event_endpoints WHERE NOT disabled ORDER BY id`, func(rows *sql.Rows) error {
		var r Receiver
		var supplier string
		var events []byte
		if err := rows.Scan(&r.ID, &supplier, &events); err != nil {
			return err
		}
		s.receivers[supplier] = append(s.receivers[supplier], &r)
		return json.Unmarshal(events, &r.events)
	})
}

// ReceiversOf are those of a supplier as a transaction of PocketBase sees them.
func ReceiversOf(db dbx.Builder, supplierID string) (receivers []*Receiver, err error) {
	var found []struct {
		ID     string `db:"id"`
		Events string `db:"events"`
	}
	err = db.NewQuery(`SELECT id, events FROM event_endpoints WHERE supplier = {:supplier} AND NOT disabled ORDER BY id`).
		Bind(dbx.Params{"supplier": supplierID}).All(&found)
	if err != nil {
		return nil, err
	}
	for _, row := range found {
		r := &Receiver{ID: row.ID}
		if err := json.Unmarshal([]byte(row.Events), &r.events); err != nil {
			return nil, err
		}
		receivers = append(receivers, r)
	}
	return receivers, nil
}
