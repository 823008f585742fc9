package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// A run keeps the result of its last reconciliation.
func init() {
	const name = "reconciliation"
	change := func(change func(*core.Collection)) func(core.App) error {
		return func(app core.App) error {
			runs, err := app.FindCollectionByNameOrId("runs")
			if err != nil {
				return err
			}
			change(runs)
			return app.Save(runs)
		}
	}
	migrations.Register(
		change(func(runs *core.Collection) { runs.Fields.Add(text(name, longText)) }),
		change(func(runs *core.Collection) { runs.Fields.RemoveByName(name) }))
}
