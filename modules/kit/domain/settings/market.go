package settings

import (
	"database/sql"

	"dataimport/modules/kit/store/database"
)

// Core is the market of suppliers that name no other: it adds nothing.
const Core = "core"

// Market is one that operators have added. It does not change.
type Market struct {
	Name    string
	Version string
	Schema  string // JSON Schema
}

// Market is the market of a name among those that operators have added, nil where
// there is none.
func (s *Snapshot) Market(name string) *Market { return s.markets[name] }

func (s *Snapshot) loadMarkets(q database.Querier) error {
	s.markets = make(map[string]*Market)
	return each(q, `SELECT name, version, schema FROM markets`, func(rows *sql.Rows) error {
		var m Market
		err := rows.Scan(&m.Name, &m.Version, &m.Schema)
		s.markets[m.Name] = &m
		return err
	})
}
