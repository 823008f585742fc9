package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The partner that brought an account, the organisations that have to do with it, and the
// recipient that an address names.
func init() {
	added := map[string][]core.Field{
		"accounts":  {text("affiliate_subdomain", 512), text("partner_organisations", longText)},
		"addresses": texts("name", "organization"),
	}
	migrations.Register(func(app core.App) error {
		for table, fields := range added {
			c, err := app.FindCollectionByNameOrId(table)
			if err != nil {
				return err
			}
			c.Fields.Add(fields...)
			if err := app.Save(c); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		for table, fields := range added {
			names := make([]string, len(fields))
			for i, field := range fields {
				names[i] = field.GetName()
			}
			if err := removeFields(app, table, names, "", ""); err != nil {
				return err
			}
		}
		return nil
	})
}
