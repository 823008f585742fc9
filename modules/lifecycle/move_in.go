package lifecycle

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/eventqueue"
	"dataimport/modules/kit/store/secrets"
	"dataimport/modules/kit/store/writer"
)

// moveBatch is how many rows one job copies. Other writes wait for a job.
const moveBatch = 500

// MovedIn describes a supplier that came from another cell.
type MovedIn struct {
	Supplier string     `json:"supplier"`
	Before   bool       `json:"was_here_before,omitzero"` // nothing was changed
	Tables   []Compared `json:"tables"`
	Counters []Counter  `json:"counters"`
	Equal    bool       `json:"equal"`
	Clients  []string   `json:"api_clients"` // whose keys hold here
	Root     string     `json:"document_root,omitzero"`
	Vendors  []string   `json:"payment_vendors_to_create,omitzero"`
	Unopened []string   `json:"event_endpoints_without_secret,omitzero"` // this cell has another key
	Next     string     `json:"next"`
}

// moveIn copies what an archive has into this cell. The rows are without a supplier until all of
// them are there: no page and no request sees them. Another call goes on where one has ended.
type moveIn struct {
	c        *commandServices
	archive  string
	supplier string // id
	code     string
	tables   []movedTable
	pause    func(busy time.Duration) // between batches
	result   MovedIn
}

func (m *moveIn) run() error {
	if err := m.attach(); err != nil {
		return err
	}
	defer m.onWriter().NewQuery(`DETACH DATABASE archive`).Execute() //nolint:errcheck // the program ends
	m.tables = listMovedTables(m.c.tables)
	here, err := m.check()
	if err != nil {
		return err
	}
	if !here {
		if err := m.copyAll(); err != nil {
			return err
		}
	}
	if m.result.Before = here; here {
		m.tables = slices.DeleteFunc(m.tables, func(t movedTable) bool { return slices.Contains(livingTables, t.name) })
	}
	if err := m.c.writer.Do(m.compare); err != nil {
		return err
	}
	if !m.result.Equal {
		if here {
			return cli.Faulty(fmt.Errorf("%s is here, and is not as it is in the archive: nothing was changed", m.code))
		}
		return cli.Faulty(fmt.Errorf("%s is not here as it is in the archive: it was not made visible; run the command again", m.code))
	}
	if !here {
		if err := m.c.writer.Do(m.finish); err != nil {
			return err
		}
	}
	return m.describe()
}

// livingTables change by themselves once a supplier is here, also while it is Paused.
var livingTables = []string{"outbox", "progress_history"}

// onWriter returns the pool of the one write connection, which has the archive.
func (m *moveIn) onWriter() *dbx.DB { return m.c.app.NonconcurrentDB().(*dbx.DB) }

func (m *moveIn) attach() error {
	if _, err := m.onWriter().NewQuery(`ATTACH DATABASE {:path} AS archive`).Bind(dbx.Params{"path": m.archive}).Execute(); err != nil {
		return fmt.Errorf("%s cannot be opened: %w", m.archive, err)
	}
	return nil
}

// check refuses an archive that does not fit, and reports whether its supplier is here.
func (m *moveIn) check() (here bool, err error) {
	err = m.c.writer.Do(func(tx *writer.Tx) error {
		var theirs string
		if err := tx.QueryRow(`SELECT supplier, code, migrations FROM archive.archive`).Scan(&m.supplier, &m.code, &theirs); err != nil {
			return fmt.Errorf("%s is no archive of a supplier: %w", m.archive, err)
		}
		ours, err := listMigrations(tx, "main")
		if err != nil {
			return err
		}
		if ours != theirs {
			return errors.New("the archive was made by another version: run the same version of the program in both cells")
		}
		ids, err := database.ReadTexts(tx, `SELECT id FROM main.suppliers WHERE id = ? OR code = ?`, m.supplier, m.code)
		switch {
		case err != nil:
			return err
		case len(ids) > 1 || len(ids) == 1 && ids[0] != m.supplier:
			return fmt.Errorf("this cell has another supplier %s: nothing was changed", m.code)
		}
		here = len(ids) == 1
		if here {
			return nil
		}
		return m.checkConflicts(tx)
	})
	if err != nil || here {
		return here, err
	}
	return false, m.checkRecord()
}

// conflicts are queries for what this cell has and the archive has in another way. A row is the
// name of it.
var conflicts = []struct{ what, query string }{
	{"account numbers that accounts of this cell have", `SELECT a.number FROM archive.accounts a JOIN main.accounts b ON b.number = a.number AND b.id <> a.id LIMIT 5`},
	{"API clients of this name, or with this key, that are others here", `SELECT a.name FROM archive.api_clients a JOIN main.api_clients b
		ON b.id <> a.id AND (b.name = a.name OR b.key_hash = a.key_hash AND a.key_hash <> '')`},
	{"API clients whose key is another here", `SELECT a.name FROM archive.api_clients a JOIN main.api_clients b ON b.id = a.id AND b.key_hash <> a.key_hash`},
	{"markets that are others here", `SELECT a.name FROM archive.markets a JOIN main.markets b ON b.name = a.name AND (b.version, b.schema) IS NOT (a.version, a.schema)`},
}

func (m *moveIn) checkConflicts(tx *writer.Tx) error {
	for _, c := range conflicts {
		names, err := database.ReadTexts(tx, c.query)
		if err != nil {
			return err
		}
		if len(names) > 0 {
			return fmt.Errorf("the archive has %s: %s: nothing was changed", c.what, strings.Join(names, ", "))
		}
	}
	return nil
}

// checkRecord has the rules of suppliers look at the supplier: another one may have its
// document root.
func (m *moveIn) checkRecord() error {
	collection, err := m.c.app.FindCollectionByNameOrId("suppliers")
	if err != nil {
		return err
	}
	rows := make([]dbx.NullStringMap, 0, 1)
	if err := m.onWriter().NewQuery(`SELECT * FROM archive.suppliers`).All(&rows); err != nil || len(rows) != 1 {
		return errors.Join(err, fmt.Errorf("the archive has %d suppliers", len(rows)))
	}
	record := core.NewRecord(collection)
	for column, value := range rows[0] {
		if column != "default_operations_team" { // the team may come with the archive
			record.Set(column, value.String)
		}
	}
	if err := m.c.app.Validate(record); err != nil {
		return fmt.Errorf("%s does not fit into this cell: %w", m.code, err)
	}
	return nil
}

// copyAll copies the rows, and removes those that an earlier archive of the supplier has left.
func (m *moveIn) copyAll() error {
	if err := m.c.writer.Do(m.copyShared); err != nil {
		return err
	}
	for i := range m.tables {
		if t := &m.tables[i]; !t.apart {
			if err := m.copyTable(t); err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
		}
	}
	return m.c.writer.Do(func(tx *writer.Tx) error {
		for _, t := range slices.Backward(m.tables) { // rows that others are found by go last
			if t.apart {
				continue
			}
			query := `DELETE FROM main.` + t.name + ` WHERE (` + t.condition + `) AND id NOT IN (SELECT id FROM archive.` + t.name + `)`
			if _, err := tx.Exec(query, m.supplier); err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
		}
		return nil
	})
}

// copyShared copies what this cell may have already: teams by their names, and the market.
func (m *moveIn) copyShared(tx *writer.Tx) error {
	for _, table := range []string{"teams", "markets"} {
		columns, err := listColumns(tx, "main", table)
		if err != nil {
			return err
		}
		list := strings.Join(columns, ", ")
		_, err = tx.Exec(`INSERT INTO main.` + table + ` (` + list + `) SELECT ` + list + ` FROM archive.` + table + ` a
			WHERE NOT EXISTS (SELECT 1 FROM main.` + table + ` b WHERE b.name = a.name OR b.id = a.id)`)
		if err != nil {
			return err
		}
	}
	return nil
}

// columnHere is the SQL of a column's value in this cell, where a team may have another id.
func columnHere(column string) string {
	switch column {
	case `"team"`, `"default_operations_team"`:
		return `COALESCE((SELECT b.id FROM archive.teams t JOIN main.teams b ON b.name = t.name WHERE t.id = a.` + column + `), a.` + column + `)`
	}
	return `a.` + column
}

// columnsHere are the values of columns in this cell.
func columnsHere(columns []string) []string {
	list := make([]string, len(columns))
	for i, column := range columns {
		list[i] = columnHere(column)
	}
	return list
}

// copyTable copies the rows of a table, some in each job.
func (m *moveIn) copyTable(t *movedTable) error {
	for after, last := 0, 0; ; after = last {
		began := time.Now()
		err := m.c.writer.Do(func(tx *writer.Tx) error {
			query := `SELECT COALESCE(max(rowid), 0) FROM (SELECT rowid FROM archive.` + t.name + ` WHERE rowid > ? ORDER BY rowid LIMIT ?)`
			if err := tx.QueryRow(query, after, moveBatch).Scan(&last); err != nil || last == 0 {
				return err
			}
			return m.copySome(tx, t.name, after, last)
		})
		if err != nil || last == 0 {
			return err
		}
		m.pause(time.Since(began))
	}
}

func (m *moveIn) copySome(tx *writer.Tx, table string, after, last int) error {
	columns, err := listColumns(tx, "main", table)
	if err != nil {
		return err
	}
	var updates []string
	for _, column := range columns {
		if column != `"id"` {
			updates = append(updates, column+` = excluded.`+column)
		}
	}
	_, err = tx.Exec(`INSERT INTO main.`+table+` (`+strings.Join(columns, ", ")+`) SELECT `+strings.Join(columnsHere(columns), ", ")+`
		FROM archive.`+table+` a WHERE a.rowid > ? AND a.rowid <= ? ON CONFLICT (id) DO UPDATE SET `+strings.Join(updates, ", "), after, last)
	return err
}

// finish makes the supplier visible, with its clients, and has its deliveries made here.
func (m *moveIn) finish(tx *writer.Tx) error {
	if err := m.copySome(tx, "suppliers", 0, 1); err != nil {
		return err
	}
	for _, table := range []string{"run_counts"} {
		if _, err := tx.Exec(`DELETE FROM main.` + table + ` WHERE run IN (SELECT id FROM archive.runs)`); err != nil {
			return err
		}
		if err := m.copySome(tx, table, 0, 1<<62); err != nil {
			return err
		}
	}
	if err := m.copyClients(tx); err != nil {
		return err
	}
	if _, err := tx.Exec(`UPDATE main.outbox SET next_attempt_at = ? WHERE supplier = ? AND state = 'waiting' AND next_attempt_at = ?`,
		database.Time(tx.Now()), m.supplier, heldUntil); err != nil {
		return err
	}
	rows := make(Counts)
	for _, t := range m.result.Tables {
		rows.addRows(t.Table, t.Archive)
	}
	return audit.Add(tx, &audit.Entry{Actor: audit.Command(), Action: audit.MoveIn, Collection: "suppliers", Record: m.supplier, Label: m.code,
		After: map[string]any{"rows": rows}})
}

// copyClients copies the supplier's clients. They may use this supplier alone, and those that they
// use here already.
func (m *moveIn) copyClients(tx *writer.Tx) error {
	columns, err := listColumns(tx, "main", "api_clients")
	if err != nil {
		return err
	}
	values := slices.Clone(columns)
	values[slices.Index(columns, `"suppliers"`)] = `json_array(?1)`
	_, err = tx.Exec(`INSERT INTO main.api_clients (`+strings.Join(columns, ", ")+`) SELECT `+strings.Join(values, ", ")+` FROM archive.api_clients WHERE TRUE
		ON CONFLICT (id) DO UPDATE SET suppliers = json_insert(api_clients.suppliers, '$[#]', ?1)`, m.supplier)
	return err
}

// describe says what is left to do.
func (m *moveIn) describe() (err error) {
	r := &m.result
	r.Next = "route the requests of " + m.code + " to this cell, and set its status to Ongoing"
	if r.Clients, err = database.ReadTexts(m.c.reader, `SELECT name FROM api_clients WHERE EXISTS (SELECT 1 FROM json_each(suppliers) WHERE value = ?) ORDER BY name`, m.supplier); err != nil {
		return err
	}
	r.Vendors, err = database.ReadTexts(m.c.reader, `SELECT DISTINCT vendor FROM payment_instructions WHERE account IN
		(SELECT account FROM import_processes WHERE supplier = ? AND account <> '') AND vendor NOT IN (SELECT code FROM payment_vendors) ORDER BY vendor`, m.supplier)
	if err != nil {
		return err
	}
	if err := m.c.reader.QueryRow(`SELECT document_root FROM suppliers WHERE id = ?`, m.supplier).Scan(&r.Root); err != nil {
		return err
	}
	unopened, err := eventqueue.Unopened(m.onWriter(), secrets.NewBox(m.c.app))
	for _, name := range unopened {
		if strings.HasPrefix(name, m.code+"/") {
			r.Unopened = append(r.Unopened, name)
		}
	}
	return err
}
