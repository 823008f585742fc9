package outbox

import (
	"log/slog"
	"time"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

const (
	// retention is how long a row stays after it was delivered or dropped, and deadRetention how long
	// it stays after it was given up.
	retention     = 30 * 24 * time.Hour
	deadRetention = 90 * 24 * time.Hour
	// Each purgeInterval at most purgeJobs jobs remove at most purgeRows rows each. The jobs are
	// small because a job delays other writes.
	purgeInterval = time.Minute
	purgeRows     = 500
	purgeJobs     = 20
)

// purgeEnded removes rows that were delivered, dropped or given up before the retention time.
func (c *dispatcher) purgeEnded(now time.Time) {
	c.purgeStates(`state IN ('delivered', 'dropped')`, now.Add(-retention))
	c.purgeStates(`state = 'dead'`, now.Add(-deadRetention))
}

func (c *dispatcher) purgeStates(states string, before time.Time) {
	for range purgeJobs {
		removed, err := c.removeEnded(states, before)
		if err != nil {
			c.runtime.Log().Warn("what was delivered, dropped or given up long ago could not be removed", slog.Any("error", err))
		}
		if removed < purgeRows {
			return
		}
	}
}

// removeEnded removes at most purgeRows rows in some states that were last updated before the given
// time.
func (c *dispatcher) removeEnded(states string, before time.Time) (removed int64, err error) {
	query := `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE ` + states + ` AND updated < ? ORDER BY updated LIMIT ?)`
	err = c.runtime.Writer.Do(func(tx *writer.Tx) error {
		result, err := tx.Exec(query, database.Time(before), purgeRows)
		if err != nil {
			return err
		}
		removed, err = result.RowsAffected()
		return err
	})
	return removed, err
}
