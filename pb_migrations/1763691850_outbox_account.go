package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// An erasure looks for the deliveries of an account. The index finds them among all that were
// delivered.
func init() {
	const index = "outbox_account"
	migrations.Register(func(app core.App) error {
		outbox, err := app.FindCollectionByNameOrId("outbox")
		if err != nil {
			return err
		}
		outbox.AddIndex(index, false, "external_account_number, supplier", "")
		return app.Save(outbox)
	}, func(app core.App) error {
		outbox, err := app.FindCollectionByNameOrId("outbox")
		if err != nil {
			return err
		}
		outbox.RemoveIndex(index)
		return app.Save(outbox)
	})
}
