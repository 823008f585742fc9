package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// searched are the indexes by which support staff find an account by its customer. They
// hold all columns that a search compares, so that rows that do not match are never read.
var searched = []struct{ table, name, definition string }{
	{"customers", "customers_name", `CREATE INDEX customers_name ON customers (family_name COLLATE NOCASE, given_name COLLATE NOCASE, account) WHERE family_name <> ''`},
	{"accounts", "accounts_company", `CREATE INDEX accounts_company ON accounts (supplier, company_name COLLATE NOCASE) WHERE company_name <> ''`},
	{"addresses", "addresses_postcode", `CREATE INDEX addresses_postcode ON addresses (replace(postal_code, ' ', '') COLLATE NOCASE, account) WHERE postal_code <> ''`},
}

func init() {
	migrations.Register(func(app core.App) error {
		for _, s := range searched {
			if err := changeIndexes(app, s.table, func(c *core.Collection) { c.Indexes = append(c.Indexes, s.definition) }); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		for _, s := range searched {
			if err := changeIndexes(app, s.table, func(c *core.Collection) { c.RemoveIndex(s.name) }); err != nil {
				return err
			}
		}
		return nil
	})
}

func changeIndexes(app core.App, table string, change func(*core.Collection)) error {
	c, err := app.FindCollectionByNameOrId(table)
	if err != nil {
		return err
	}
	change(c)
	return app.Save(c)
}
