package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// Dropped events are removed after the same time as delivered ones. The index orders both
// by their last change.
func init() {
	const before, after = "outbox_delivered", "outbox_ended"
	migrations.Register(func(app core.App) error {
		outbox, err := app.FindCollectionByNameOrId("outbox")
		if err != nil {
			return err
		}
		outbox.RemoveIndex(before)
		outbox.AddIndex(after, false, "updated", "state IN ('delivered', 'dropped')")
		return app.Save(outbox)
	}, func(app core.App) error {
		outbox, err := app.FindCollectionByNameOrId("outbox")
		if err != nil {
			return err
		}
		outbox.RemoveIndex(after)
		outbox.AddIndex(before, false, "delivered_at", "state = 'delivered'")
		return app.Save(outbox)
	})
}
