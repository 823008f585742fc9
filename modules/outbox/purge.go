package outbox

import (
	"log/slog"
	"time"

	"dataimport/modules/kit/database"
	"dataimport/modules/kit/writer"
)

const (
	// kept is for how long it can be looked up what was delivered.
	kept = 30 * 24 * time.Hour
	// purgeEvery so often, that many rows are removed at a time: a job holds up others.
	purgeEvery = time.Minute
	purgeRows  = 500
)

// purge removes what was delivered long ago. What is dead stays until it is sent.
func (c *courier) purge(now time.Time) {
	const query = `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE state = 'delivered' AND delivered_at < ? ORDER BY delivered_at LIMIT ?)`
	err := c.services.Writer.Do(func(tx *writer.Tx) error {
		_, err := tx.Exec(query, database.Time(now.Add(-kept)), purgeRows)
		return err
	})
	if err != nil {
		c.services.Log().Warn("what was delivered long ago could not be removed", slog.Any("error", err))
	}
}
