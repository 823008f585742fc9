package settingsdb

import (
	"encoding/json/v2"
	"slices"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
)

// selectRevision reads the number that triggers advance with every change of the settings.
const selectRevision = `SELECT n FROM settings_revision`

// load reads everything that is configured. It reads the revision first: where a value
// changes while it reads, the snapshot carries the older revision and is loaded again.
func load(q database.Querier) (*settings.Snapshot, error) {
	var revision int64
	if err := q.QueryRow(selectRevision).Scan(&revision); err != nil {
		return nil, err
	}
	v := &settings.Values{Revision: revision, Teams: make(map[string]string), Receivers: make(map[string][]*settings.Receiver)}
	for _, read := range []func(database.Querier, *settings.Values) error{
		loadTeams, loadSuppliers, loadClosedLists, loadMarkets, loadReceivers, loadClients,
	} {
		if err := read(q, v); err != nil {
			return nil, err
		}
	}
	return settings.NewSnapshot(v), nil
}

func loadTeams(q database.Querier, v *settings.Values) error {
	return database.EachRow(q, func(row database.Row) error {
		var id, name string
		err := row.Scan(&id, &name)
		v.Teams[name] = id
		return err
	}, `SELECT id, name FROM teams`)
}

func loadSuppliers(q database.Querier, v *settings.Values) error {
	const query = `SELECT s.id, s.code, s.name, s.status, s.document_root,
		COALESCE(NULLIF(s.country, ''), 'GB'), s.time_zone, COALESCE(NULLIF(s.market, ''), 'core'),
		s.verify_documents <> 'no', s.send_migration_emails, COALESCE(t.name, ''), s.expected_accounts, ` + ruleColumns + `, ` + supplyColumns + `
		FROM suppliers s LEFT JOIN teams t ON t.id = s.default_operations_team`
	return database.EachRow(q, func(row database.Row) error {
		var supplier settings.Supplier
		var zone string
		var written writtenRules
		var points string
		columns := []any{
			&supplier.ID, &supplier.Code, &supplier.Name, &supplier.Status, &supplier.DocumentRoot,
			&supplier.Country, &zone, &supplier.Market, &supplier.VerifyDocuments, &supplier.SendEmails, &supplier.DefaultTeam, &supplier.Expected,
		}
		columns = slices.Concat(columns, written.columns(&supplier.Rules), columnsOfSupply(&supplier.Supply, &points))
		if err := row.Scan(columns...); err != nil {
			return err
		}
		supplier.Supply.PointsSkipped = readSwitch(points, "true")
		supplier.Zone = loadZone(zone)
		written.parse(&supplier.Rules)
		v.Suppliers = append(v.Suppliers, &supplier)
		return nil
	}, query)
}

// loadZone returns the time zone with a name. A name that is unknown counts as UTC, and
// so does "Local", which would be the zone of the machine.
func loadZone(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil || zone == time.Local {
		return time.UTC
	}
	return zone
}

// loadClosedLists runs after the suppliers are loaded.
func loadClosedLists(q database.Querier, v *settings.Values) error {
	suppliers := make(map[string]*settings.Supplier, len(v.Suppliers))
	for _, supplier := range v.Suppliers {
		suppliers[supplier.ID] = supplier
	}
	return database.EachRow(q, func(row database.Row) error {
		var supplierID, list, text string
		if err := row.Scan(&supplierID, &list, &text); err != nil {
			return err
		}
		supplier := suppliers[supplierID]
		if supplier == nil {
			return nil
		}
		// The hooks refuse a text that cannot be parsed. Where one is stored all the same,
		// the list has no values: refused data is noticed, an open list would not be.
		closed, err := settings.ParseList(settings.List(list), text)
		if err != nil {
			closed = settings.NewClosedList()
		}
		if supplier.Closed == nil {
			supplier.Closed = make(map[settings.List]*settings.ClosedList)
		}
		supplier.Closed[settings.List(list)] = closed
		return nil
	}, `SELECT supplier, list, "values" FROM closed_lists`)
}

func loadMarkets(q database.Querier, v *settings.Values) error {
	return database.EachRow(q, func(row database.Row) error {
		var m settings.Market
		err := row.Scan(&m.Name, &m.Version, &m.Schema)
		v.Markets = append(v.Markets, &m)
		return err
	}, `SELECT name, version, schema FROM markets`)
}

func loadClients(q database.Querier, v *settings.Values) error {
	const query = `SELECT id, name, key_hash, token_key, read_only, disabled, requests_per_second, concurrent_requests, suppliers FROM api_clients`
	return database.EachRow(q, func(row database.Row) error {
		var client settings.Client
		var suppliers []byte
		err := row.Scan(&client.ID, &client.Name, &client.KeyHash, &client.TokenKey, &client.ReadOnly, &client.Disabled,
			&client.PerSecond, &client.Concurrent, &suppliers)
		if err != nil {
			return err
		}
		var granted []string
		if err := json.Unmarshal(suppliers, &granted); err != nil {
			return err
		}
		client.Granted = make(map[string]bool, len(granted))
		for _, id := range granted {
			client.Granted[id] = true
		}
		v.Clients = append(v.Clients, &client)
		return nil
	}, query)
}
