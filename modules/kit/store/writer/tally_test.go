package writer

import (
	"fmt"

	"dataimport/modules/kit/store/database"
)

// tally is a job value: changes of counters, which it writes into the table progress.
type tally map[tallyKey]int

type tallyKey struct{ supplier, name string }

var tallies = &JobValueKind{New: func() JobValue { return make(tally) }}

// count changes a counter by n.
func count(to InsertTarget, supplier, name string, n int) {
	to.JobValue(tallies).(tally)[tallyKey{supplier, name}] += n
}

func (t tally) Merge(later JobValue) {
	for key, n := range later.(tally) {
		t[key] += n
	}
}

func (t tally) Flush(tx *Tx) error {
	const query = `INSERT INTO progress (id, created, updated, supplier, name, n) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (supplier, name) DO UPDATE SET n = n + excluded.n, updated = excluded.updated`
	now := database.Time(tx.Now())
	for key, n := range t {
		if _, err := tx.Exec(query, database.NewID(), now, now, key.supplier, key.name, n); err != nil {
			return fmt.Errorf("counters: %w", err)
		}
	}
	return nil
}
