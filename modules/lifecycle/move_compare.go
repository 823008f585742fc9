package lifecycle

import (
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/store/writer"
)

// Compared is a table of an archive beside that of the cell.
type Compared struct {
	Table   string `json:"table"`
	Archive int    `json:"archive"`
	Cell    int    `json:"cell"`
	Differ  int    `json:"differ,omitzero"` // rows of the archive that the cell lacks, or has in another way
}

// Counter is a counter of a supplier's progress beside the rows that it counts.
type Counter struct {
	Name    string `json:"name"`
	Counter int    `json:"counter"`
	Rows    int    `json:"rows"`
}

// compare compares each row and each value of the archive with this cell, and the counters with
// the rows. It writes nothing.
func (m *moveIn) compare(tx *writer.Tx) error {
	m.result.Supplier, m.result.Equal, m.result.Tables, m.result.Counters = m.code, true, nil, nil
	for i := range m.tables {
		t := &m.tables[i]
		if t.apart {
			continue
		}
		c, err := m.compareTable(tx, t)
		if err != nil {
			return err
		}
		m.result.Equal = m.result.Equal && c.Differ == 0 && c.Archive == c.Cell
		m.result.Tables = append(m.result.Tables, c)
	}
	return m.compareCounters(tx)
}

// nextAttempt is a column that the copy changes: what was held in the other cell is due here.
const nextAttempt = `"next_attempt_at"`

func (m *moveIn) compareTable(tx *writer.Tx, t *movedTable) (c Compared, err error) {
	c.Table = t.name
	if err := tx.QueryRow(`SELECT n FROM archive.contents WHERE name = ?`, t.name).Scan(&c.Archive); err != nil {
		return c, err
	}
	if err := tx.QueryRow(`SELECT count(*) FROM main.`+t.name+` WHERE `+t.condition, m.supplier).Scan(&c.Cell); err != nil {
		return c, err
	}
	columns, err := listColumns(tx, "main", t.name)
	if err != nil {
		return c, err
	}
	var same []string
	for _, column := range columns {
		if column == nextAttempt {
			continue
		}
		same = append(same, `b.`+column+` IS `+columnHere(column))
	}
	err = tx.QueryRow(`SELECT count(*) FROM archive.` + t.name + ` a LEFT JOIN main.` + t.name + ` b ON b.id = a.id
		WHERE b.id IS NULL OR NOT (` + strings.Join(same, ` AND `) + `)`).Scan(&c.Differ)
	return c, err
}

// compareCounters compares the counters of the supplier with its rows.
func (m *moveIn) compareCounters(tx *writer.Tx) error {
	counted := []struct{ name, rows string }{}
	for i := range m.c.tables {
		if t := &m.c.tables[i]; t.Counted {
			counted = append(counted, struct{ name, rows string }{t.Name, `SELECT count(*) FROM main.` + t.Name + ` WHERE ` + conditionOfSupplier(t)})
		}
	}
	for _, state := range []account.State{account.Staged, account.Imported, account.Skipped} {
		counted = append(counted, struct{ name, rows string }{string(state), `SELECT count(*) FROM main.import_processes WHERE supplier = ?1 AND state = '` + string(state) + `'`})
	}
	for _, of := range counted {
		c := Counter{Name: of.name}
		if err := tx.QueryRow(of.rows, m.supplier).Scan(&c.Rows); err != nil {
			return err
		}
		if err := tx.QueryRow(`SELECT COALESCE(sum(n), 0) FROM main.progress WHERE supplier = ? AND name = ?`, m.supplier, c.Name).Scan(&c.Counter); err != nil {
			return err
		}
		m.result.Equal = m.result.Equal && c.Counter == c.Rows
		m.result.Counters = append(m.result.Counters, c)
	}
	return nil
}
