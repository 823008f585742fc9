package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The line items and the tax items of transactions are packed from now on. Those that are stored
// already are packed later, beside the requests.
func init() {
	migrations.Register(func(app core.App) error {
		_, err := app.DB().NewQuery(`INSERT INTO packing (name, "column") SELECT 'transactions', 'line_items tax_items' WHERE EXISTS (SELECT 1 FROM transactions)
			ON CONFLICT (name) DO UPDATE SET "column" = packing."column" || ' ' || excluded."column", after = ''`).Execute()
		return err
	}, func(app core.App) error {
		for _, statement := range []string{
			`UPDATE transactions SET line_items = unpacked(line_items), tax_items = unpacked(tax_items) WHERE typeof(line_items) = 'blob' OR typeof(tax_items) = 'blob'`,
			`UPDATE packing SET "column" = replace("column", ' line_items tax_items', '') WHERE name = 'transactions'`,
			`DELETE FROM packing WHERE name = 'transactions' AND "column" = 'line_items tax_items'`,
		} {
			if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
				return err
			}
		}
		return nil
	})
}
