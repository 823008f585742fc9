package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The imports: the staged data, its state, and the number of imports in each state.
func init() {
	migrations.Register(func(app core.App) error {
		if err := createProcesses(app); err != nil {
			return err
		}
		if err := createStagings(app); err != nil {
			return err
		}
		return createProgress(app)
	}, func(app core.App) error {
		return drop(app, "import_processes", "stagings", "progress")
	})
}

func createProcesses(app core.App) error {
	supplier, err := relation(app, "supplier", "suppliers", true)
	if err != nil {
		return err
	}
	return create(app, "import_processes", []core.Field{
		supplier,
		&core.TextField{Name: "external_account_number", Required: true, Max: 128, Presentable: true},
		choice("state", true, "staged", "imported", "skipped"),
		text("staging", 15),
		text("staged_at", 32),
		number("attempts"),
		text("last_attempt_at", 32),
		text("last_error", longText),
		text("lease_owner", 64),
		text("lease_until", 32),
		text("account", 15),
		text("service_account_number", 16),
		text("account_created_at", 32),
		text("skip_reason", 2000),
	},
		`CREATE UNIQUE INDEX import_processes_identity ON import_processes (supplier, external_account_number)`,
		`CREATE INDEX import_processes_order ON import_processes (supplier, staged_at, id)`,
		`CREATE INDEX import_processes_state ON import_processes (supplier, state, staged_at, id)`,
		`CREATE INDEX import_processes_lease ON import_processes (lease_until) WHERE lease_until <> ''`)
}

func createStagings(app core.App) error {
	process, err := relation(app, "process", "import_processes", true)
	if err != nil {
		return err
	}
	return create(app, "stagings", []core.Field{
		process,
		text("sha256", 64),
		text("payload", longText),
	}, `CREATE INDEX stagings_process ON stagings (process)`)
}

func createProgress(app core.App) error {
	supplier, err := relation(app, "supplier", "suppliers", true)
	if err != nil {
		return err
	}
	return create(app, "progress", []core.Field{
		supplier,
		&core.TextField{Name: "name", Required: true, Max: 64},
		number("n"),
	}, `CREATE UNIQUE INDEX progress_counter ON progress (supplier, name)`)
}
