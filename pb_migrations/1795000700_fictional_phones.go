package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// Whether customers may have telephone numbers that are kept for fiction.
func init() {
	const name = "fictional_phone_numbers"
	migrations.Register(func(app core.App) error {
		return changeSuppliers(app, func(c *core.Collection) {
			c.Fields.Add(&core.SelectField{Name: name, Values: []string{"on", "off"}, MaxSelect: 1,
				Help: "Whether customers may have telephone numbers that a regulator keeps for fiction, such as 07700 900123: for rehearsals. Empty: on."})
		})
	}, func(app core.App) error {
		return changeSuppliers(app, func(c *core.Collection) { c.Fields.RemoveByName(name) })
	})
}

func changeSuppliers(app core.App, change func(*core.Collection)) error {
	suppliers, err := app.FindCollectionByNameOrId("suppliers")
	if err != nil {
		return err
	}
	change(suppliers)
	return app.Save(suppliers)
}
