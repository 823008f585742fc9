package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// shortTimes are the tables with rows of imports. From now on they say by a number of a few digits
// when a row was written, and when it was changed only where it was.
var shortTimes = []string{
	"account_events", "account_extensions", "account_references", "accounts", "addresses", "customers", "debts", "import_processes", "ledgers",
	"notes", "payment_instructions", "payment_schedules", "run_lines", "stagings", "statements", "transactions",
}

// Rows that are stored already become short later, beside the requests, as packed texts do.
func init() {
	columns := func(table string) string {
		if table == "account_events" {
			return "created"
		}
		return "created updated"
	}
	migrations.Register(func(app core.App) error {
		for _, table := range shortTimes {
			statement := `INSERT INTO packing (name, "column") SELECT '` + table + `', '` + columns(table) + `' WHERE EXISTS (SELECT 1 FROM ` + table + `)
				ON CONFLICT (name) DO UPDATE SET "column" = excluded."column" || ' ' || packing."column", after = ''`
			if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		for _, table := range shortTimes {
			statement := `UPDATE ` + table + ` SET created = row_time(created, id)`
			if columns(table) != "created" {
				statement += `, updated = row_time(COALESCE(NULLIF(updated, ''), created), id)`
			}
			if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
				return err
			}
			if _, err := app.DB().NewQuery(`DELETE FROM packing WHERE name = '` + table + `' AND "column" LIKE 'created%'`).Execute(); err != nil {
				return err
			}
		}
		return nil
	})
}
