package writer

import (
	"time"

	"dataimport/modules/kit/store/database"
)

// counts are changes of the progress counters.
type counts map[counter]int

type counter struct{ supplier, name string }

// plus adds other to c.
func (c counts) plus(other counts) counts {
	if c == nil {
		return other
	}
	for key, n := range other {
		c[key] += n
	}
	return c
}

// add counts n more.
func (c counts) add(supplierID, name string, n int) counts {
	if c == nil {
		c = make(counts)
	}
	c[counter{supplierID, name}] += n
	return c
}

// Count implements [Into].
func (tx *Tx) Count(supplierID, name string, n int) { tx.counts = tx.counts.add(supplierID, name, n) }

// writeCounts writes the counters that the jobs of this transaction changed.
func (tx *Tx) writeCounts() error {
	const query = `INSERT INTO progress (id, created, updated, supplier, name, n) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (supplier, name) DO UPDATE SET n = n + excluded.n, updated = excluded.updated`
	now := database.Time(tx.now)
	for key, n := range tx.counts {
		if n == 0 {
			continue
		}
		if _, err := tx.Exec(query, database.NewID(), now, now, key.supplier, key.name, n); err != nil {
			return err
		}
		if err := tx.keepHistory(key); err != nil {
			return err
		}
	}
	return nil
}

// charted are the counters that people look at over time.
var charted = map[string]bool{"staged": true, "imported": true, "skipped": true, "refused": true}

// keepHistory keeps the value that a counter has in this minute.
func (tx *Tx) keepHistory(key counter) error {
	if !charted[key.name] {
		return nil
	}
	const query = `INSERT INTO progress_history (id, created, updated, supplier, name, at, n)
		SELECT ?, ?, ?, supplier, name, ?, n FROM progress WHERE supplier = ? AND name = ?
		ON CONFLICT (supplier, name, at) DO UPDATE SET n = excluded.n, updated = excluded.updated`
	now := database.Time(tx.now)
	_, err := tx.Exec(query, database.NewID(), now, now, database.Time(tx.now.Truncate(time.Minute)), key.supplier, key.name)
	return err
}
