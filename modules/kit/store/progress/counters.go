// Package progress keeps the progress counters of suppliers: how many accounts are staged
// or imported, how many rows of each kind are stored. A counter changes in the transaction
// that writes the rows, so it equals the rows at every moment and no page counts rows.
package progress

import (
	"fmt"
	"strings"
	"time"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

// counters is the kind of job value that collects the changes of counters. They are written
// once for each transaction, however many jobs change the same counter.
var counters = &writer.JobValueKind{New: func() writer.JobValue { return make(changes) }}

// changes are the changes of counters.
type changes map[counter]int

type counter struct{ supplier, name string }

// Count changes a supplier's counter by n when the rows of to are written, in the same
// transaction.
func Count(to writer.InsertTarget, supplierID, name string, n int) {
	to.JobValue(counters).(changes)[counter{supplierID, name}] += n
}

// Merge implements [writer.JobValue].
func (c changes) Merge(later writer.JobValue) {
	for key, n := range later.(changes) {
		c[key] += n
	}
}

// Flush implements [writer.JobValue].
func (c changes) Flush(tx *writer.Tx) error {
	for key, n := range c {
		if n == 0 {
			continue
		}
		if err := key.write(tx, n); err != nil {
			return fmt.Errorf("counters: %w", err)
		}
	}
	return nil
}

// write changes the counter by n. Where pages show the counter over time, it also stores the
// value of this minute.
func (c counter) write(tx *writer.Tx, n int) error {
	const query = `INSERT INTO progress (id, created, updated, supplier, name, n) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (supplier, name) DO UPDATE SET n = n + excluded.n, updated = excluded.updated`
	now := database.Time(tx.Now())
	if _, err := tx.Exec(query, database.NewID(), now, now, c.supplier, c.name, n); err != nil {
		return err
	}
	if !hasHistory[c.name] && !strings.HasPrefix(c.name, faultCounters) {
		return nil
	}
	const history = `INSERT INTO progress_history (id, created, updated, supplier, name, at, n)
		SELECT ?, ?, ?, supplier, name, ?, n FROM progress WHERE supplier = ? AND name = ?
		ON CONFLICT (supplier, name, at) DO UPDATE SET n = excluded.n, updated = excluded.updated`
	_, err := tx.Exec(history, database.NewID(), now, now, database.Time(tx.Now().Truncate(time.Minute)), c.supplier, c.name)
	return err
}

// faultCounters begins the names of the counters of fault codes, which pages show over time, too.
const faultCounters = "fault:"

// hasHistory has the other counters that pages show over time.
var hasHistory = map[string]bool{"staged": true, "imported": true, "skipped": true, "refused": true, "incomplete": true}

// CountingRowWriter is the account.RowWriter of a [writer.InsertTarget]: its rows are
// written there, and its counters change with them.
type CountingRowWriter struct{ writer.InsertTarget }

// Count is [Count] for the rows of w.
func (w CountingRowWriter) Count(supplierID, name string, n int) {
	Count(w.InsertTarget, supplierID, name, n)
}
