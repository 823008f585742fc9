package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// Members of the staff may be limited to suppliers. A member without suppliers sees all of
// them. A member is therefore deleted together with the last supplier of the list: an empty
// list would show the other suppliers.
func init() {
	const name = "suppliers"
	migrations.Register(func(app core.App) error {
		staff, err := app.FindCollectionByNameOrId("staff")
		if err != nil {
			return err
		}
		suppliers, err := relation(app, name, "suppliers", false)
		if err != nil {
			return err
		}
		suppliers.MaxSelect, suppliers.CascadeDelete = 1000, true
		suppliers.Help = "The suppliers that they see; all where none is chosen. Any other does not exist for them. A change ends their sessions."
		staff.Fields.Add(suppliers)
		return app.Save(staff)
	}, func(app core.App) error {
		staff, err := app.FindCollectionByNameOrId("staff")
		if err != nil {
			return err
		}
		staff.Fields.RemoveByName(name)
		return app.Save(staff)
	})
}
