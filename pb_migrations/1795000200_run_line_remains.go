package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The checksums of the lines of erased customers are removed: with them and a book, what a
// customer's line said can be found. The id in their place keeps the lines of a run different.
func init() {
	migrations.Register(func(app core.App) error {
		_, err := app.DB().NewQuery(`UPDATE run_lines SET sha256 = 'erased-' || id WHERE sha256 NOT LIKE 'erased-%' AND (supplier, external_account_number) IN
			(SELECT p.supplier, p.external_account_number FROM import_processes p JOIN audit_log a ON a.record = p.id
				WHERE a.action = 'erase' AND a.collection = 'import_processes')`).Execute()
		return err
	}, func(core.App) error { return nil })
}
