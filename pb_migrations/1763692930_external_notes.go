package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// A note that is sent again is found by the id that it has in the sending system.
func init() {
	migrations.Register(func(app core.App) error {
		return changeIndexes(app, "notes", func(c *core.Collection) {
			c.Indexes = append(c.Indexes, `CREATE INDEX notes_external_id ON notes (account, external_id) WHERE external_id <> ''`)
		})
	}, func(app core.App) error {
		return changeIndexes(app, "notes", func(c *core.Collection) { c.RemoveIndex("notes_external_id") })
	})
}
