package outbox

import (
	"log/slog"
	"time"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

const (
	// retention is how long a row stays after it was delivered or dropped.
	retention = 30 * 24 * time.Hour
	// Each purgeInterval at most purgeJobs jobs remove at most purgeRows rows each. The jobs are
	// small because a job delays other writes.
	purgeInterval = time.Minute
	purgeRows     = 500
	purgeJobs     = 20
)

// purgeEnded removes rows that were delivered or dropped before the retention time. Dead rows stay
// until they are sent.
func (c *dispatcher) purgeEnded(now time.Time) {
	for range purgeJobs {
		removed, err := c.removeEnded(now.Add(-retention))
		if err != nil {
			c.runtime.Log().Warn("what was delivered or dropped long ago could not be removed", slog.Any("error", err))
		}
		if removed < purgeRows {
			return
		}
	}
}

// removeEnded removes at most purgeRows delivered or dropped rows that were last updated before the
// given time.
func (c *dispatcher) removeEnded(before time.Time) (removed int64, err error) {
	const query = `DELETE FROM outbox WHERE id IN
		(SELECT id FROM outbox WHERE state IN ('delivered', 'dropped') AND updated < ? ORDER BY updated LIMIT ?)`
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
