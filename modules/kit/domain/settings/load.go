package settings

import (
	"database/sql"
	"encoding/json/v2"
	"strings"
	"time"
	"unicode"

	"dataimport/modules/kit/store/database"
)

// load reads everything. The revision is read first: should something change in
// between, the snapshot carries the older number and is loaded again.
func load(q database.Querier) (*Snapshot, error) {
	revision, err := revisionOf(q)
	if err != nil {
		return nil, err
	}
	s := &Snapshot{
		revision:  revision,
		suppliers: make(map[string]*Supplier), byID: make(map[string]*Supplier),
		teams:   make(map[string]string),
		clients: make(map[string]*Client), clientKeys: make(map[string]*Client),
	}
	for _, read := range []func(database.Querier) error{s.loadTeams, s.loadSuppliers, s.loadLists, s.loadMarkets, s.loadReceivers, s.loadClients} {
		if err := read(q); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *Snapshot) loadTeams(q database.Querier) error {
	return each(q, `SELECT id, name FROM teams`, func(rows *sql.Rows) error {
		var id, name string
		err := rows.Scan(&id, &name)
		s.teams[name] = id
		return err
	})
}

func (s *Snapshot) loadSuppliers(q database.Querier) error {
	const query = `SELECT s.id, s.code, s.name, s.status, s.document_root,
		COALESCE(NULLIF(s.country, ''), 'GB'), s.time_zone, COALESCE(NULLIF(s.market, ''), 'core'),
		s.verify_documents <> 'no', s.send_migration_emails, s.internal_email_domains, s.unique_reference_namespaces,
		s.unique_user_detail_namespaces, COALESCE(t.name, '')
		FROM suppliers s LEFT JOIN teams t ON t.id = s.default_operations_team`
	return each(q, query, func(rows *sql.Rows) error {
		var supplier Supplier
		var zone, domains, references, details string
		err := rows.Scan(&supplier.ID, &supplier.Code, &supplier.Name, &supplier.Status, &supplier.DocumentRoot,
			&supplier.Country, &zone, &supplier.Market, &supplier.VerifyDocuments, &supplier.SendEmails, &domains,
			&references, &details, &supplier.DefaultTeam)
		if err != nil {
			return err
		}
		supplier.Zone = location(zone)
		supplier.InternalDomains = words(strings.ToLower(domains))
		supplier.UniqueReferences, supplier.UniqueUserDetails = words(references), words(details)
		s.suppliers[supplier.Code], s.byID[supplier.ID] = &supplier, &supplier
		return nil
	})
}

// words are the parts of a text between commas and spaces.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
}

// location is a zone by its name. What is none counts as UTC, and so does "Local",
// which would be the machine's own.
func location(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil || zone == time.Local {
		return time.UTC
	}
	return zone
}

func (s *Snapshot) loadClients(q database.Querier) error {
	const query = `SELECT id, name, key_hash, token_key, read_only, disabled, requests_per_second, concurrent_requests, suppliers FROM api_clients`
	return each(q, query, func(rows *sql.Rows) error {
		var client Client
		var suppliers []byte
		err := rows.Scan(&client.ID, &client.Name, &client.KeyHash, &client.TokenKey, &client.ReadOnly, &client.Disabled,
			&client.PerSecond, &client.Concurrent, &suppliers)
		if err != nil {
			return err
		}
		var granted []string
		if err := json.Unmarshal(suppliers, &granted); err != nil {
			return err
		}
		client.grants = make(map[string]bool, len(granted))
		for _, id := range granted {
			client.grants[id] = true
		}
		s.clients[client.ID] = &client
		if client.KeyHash != "" {
			s.clientKeys[client.KeyHash] = &client
		}
		return nil
	})
}

func each(q database.Querier, query string, scan func(*sql.Rows) error) error {
	rows, err := q.Query(query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
