package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The explanation of a supplier's document root says what it must be.
func init() {
	explain := func(help string) func(core.App) error {
		return func(app core.App) error {
			suppliers, err := app.FindCollectionByNameOrId("suppliers")
			if err != nil {
				return err
			}
			suppliers.Fields.GetByName("document_root").(*core.TextField).Help = help
			return app.Save(suppliers)
		}
	}
	migrations.Register(
		explain("Where this supplier's documents begin in the document store, such as acme/documents. It contains no other supplier's root and lies within none. Empty: the supplier has no documents."),
		explain("Where this supplier's documents begin in the document store."))
}
