package outbox

import (
	"log/slog"
	"time"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

const (
	// kept is for how long it can be looked up what was delivered or dropped.
	kept = 30 * 24 * time.Hour
	// purgeEvery so often, what is older is removed, so many rows by each of so many jobs
	// at most: a job holds up others.
	purgeEvery = time.Minute
	purgeRows  = 500
	purgeJobs  = 20
)

// purge removes what was delivered or dropped long ago. What is dead stays until it is
// sent.
func (c *courier) purge(now time.Time) {
	for range purgeJobs {
		removed, err := c.remove(now.Add(-kept))
		if err != nil {
			c.runtime.Log().Warn("what was delivered or dropped long ago could not be removed", slog.Any("error", err))
		}
		if removed < purgeRows {
			return
		}
	}
}

// remove removes rows that nothing has happened to since before.
func (c *courier) remove(before time.Time) (removed int64, err error) {
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
