package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// Payloads and the members of markets are packed from now on. Those that are stored already
// are packed later, beside the requests: a row of packing says how far that is, and goes when
// it is done. Reading does not depend on it.
func init() {
	migrations.Register(func(app core.App) error {
		for _, statement := range []string{
			`CREATE TABLE dictionaries (id INTEGER PRIMARY KEY, content BLOB NOT NULL)`,
			`CREATE TABLE packing (name TEXT PRIMARY KEY, "column" TEXT NOT NULL, after TEXT NOT NULL DEFAULT '')`,
			`INSERT INTO packing (name, "column") SELECT 'stagings', 'payload' WHERE EXISTS (SELECT 1 FROM stagings)`,
			`INSERT INTO packing (name, "column") SELECT 'account_extensions', 'data' WHERE EXISTS (SELECT 1 FROM account_extensions)`,
		} {
			if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		for _, statement := range []string{
			`UPDATE stagings SET payload = unpacked(payload) WHERE typeof(payload) = 'blob'`,
			`UPDATE account_extensions SET data = unpacked(data) WHERE typeof(data) = 'blob'`,
			`DROP TABLE packing`,
			`DROP TABLE dictionaries`,
		} {
			if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
				return err
			}
		}
		return nil
	})
}
