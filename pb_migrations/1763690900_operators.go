package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The role of a superuser: operators run migrations, admins run the service, too.
// Existing superusers become admins.
func init() {
	migrations.Register(func(app core.App) error {
		superusers, err := app.FindCollectionByNameOrId(core.CollectionNameSuperusers)
		if err != nil {
			return err
		}
		role := choice("role", true, "operator", "admin")
		role.Help = "An operator runs migrations: suppliers, teams, clients, staff. An admin also has settings, backups, schema, logs and superusers."
		superusers.Fields.Add(role)
		if err := app.Save(superusers); err != nil {
			return err
		}
		_, err = app.DB().NewQuery(`UPDATE _superusers SET role = 'admin'`).Execute()
		return err
	}, func(app core.App) error {
		return removeFields(app, core.CollectionNameSuperusers, []string{"role"}, "", "")
	})
}
