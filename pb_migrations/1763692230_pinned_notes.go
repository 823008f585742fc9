package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The page of an account shows its pinned notes without reading the others.
func init() {
	migrations.Register(func(app core.App) error {
		return changeIndexes(app, "notes", func(c *core.Collection) {
			c.Indexes = append(c.Indexes, `CREATE INDEX notes_pinned ON notes (account, created_at, id) WHERE is_pinned AND NOT is_archived`)
		})
	}, func(app core.App) error {
		return changeIndexes(app, "notes", func(c *core.Collection) { c.RemoveIndex("notes_pinned") })
	})
}
