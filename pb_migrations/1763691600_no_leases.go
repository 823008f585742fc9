package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The service keeps in memory which accounts are being created, and not in the database.
func init() {
	const index = "import_processes_lease"
	migrations.Register(func(app core.App) error {
		processes, err := app.FindCollectionByNameOrId("import_processes")
		if err != nil {
			return err
		}
		processes.RemoveIndex(index)
		processes.Fields.RemoveByName("lease_owner")
		processes.Fields.RemoveByName("lease_until")
		return app.Save(processes)
	}, func(app core.App) error {
		processes, err := app.FindCollectionByNameOrId("import_processes")
		if err != nil {
			return err
		}
		processes.Fields.Add(text("lease_owner", 64), text("lease_until", 32))
		processes.AddIndex(index, false, "lease_until", "lease_until <> ''")
		return app.Save(processes)
	})
}
