package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// contacts are the indexes by which support staff find a customer by an e-mail address, or by the
// last digits of a phone number, however its country and its groups are written.
var contacts = []struct{ name, definition string }{
	{"customers_email", `CREATE INDEX customers_email ON customers (email COLLATE NOCASE) WHERE email <> ''`},
	{"customers_mobile", `CREATE INDEX customers_mobile ON customers (substr(replace(replace(replace(mobile, ' ', ''), '-', ''), '+', ''), -7)) WHERE mobile <> ''`},
	{"customers_landline", `CREATE INDEX customers_landline ON customers (substr(replace(replace(replace(landline, ' ', ''), '-', ''), '+', ''), -7)) WHERE landline <> ''`},
}

func init() {
	migrations.Register(func(app core.App) error {
		return changeIndexes(app, "customers", func(c *core.Collection) {
			for _, index := range contacts {
				c.Indexes = append(c.Indexes, index.definition)
			}
		})
	}, func(app core.App) error {
		return changeIndexes(app, "customers", func(c *core.Collection) {
			for _, index := range contacts {
				c.RemoveIndex(index.name)
			}
		})
	})
}
