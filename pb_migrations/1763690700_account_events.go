package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// The events of each account, its current faults, and the course of the progress
// counters.
func init() {
	migrations.Register(func(app core.App) error {
		if err := createEvents(app); err != nil {
			return err
		}
		if err := createCurrentFaults(app); err != nil {
			return err
		}
		return createProgressHistory(app)
	}, func(app core.App) error {
		return drop(app, "account_events", "current_faults", "progress_history")
	})
}

func createEvents(app core.App) error {
	supplier, err := relation(app, "supplier", "suppliers", true)
	if err != nil {
		return err
	}
	c := core.NewBaseCollection("account_events")
	c.Fields.Add(
		supplier,
		&core.TextField{Name: "external_account_number", Required: true, Max: 128, Presentable: true},
		&core.TextField{Name: "event", Required: true, Max: 64, Presentable: true},
		text("step", 32),
		text("client", 15),
		text("staging", 15),
		number("items"),
		text("code", 128),
		text("faults", longText),
		&core.AutodateField{Name: "created", OnCreate: true},
	)
	c.Indexes = types.JSONArray[string]{
		`CREATE INDEX account_events_account ON account_events (supplier, external_account_number, id)`,
		`CREATE INDEX account_events_recent ON account_events (supplier, id)`,
	}
	return app.Save(c)
}

func createCurrentFaults(app core.App) error {
	supplier, err := relation(app, "supplier", "suppliers", true)
	if err != nil {
		return err
	}
	return create(app, "current_faults", []core.Field{
		supplier,
		&core.TextField{Name: "external_account_number", Required: true, Max: 128, Presentable: true},
		&core.TextField{Name: "code", Required: true, Max: 128, Presentable: true},
	},
		`CREATE UNIQUE INDEX current_faults_account ON current_faults (supplier, external_account_number, code)`,
		`CREATE INDEX current_faults_code ON current_faults (supplier, code, external_account_number)`)
}

func createProgressHistory(app core.App) error {
	supplier, err := relation(app, "supplier", "suppliers", true)
	if err != nil {
		return err
	}
	return create(app, "progress_history", []core.Field{
		supplier,
		&core.TextField{Name: "name", Required: true, Max: 64, Presentable: true},
		&core.TextField{Name: "at", Required: true, Max: 32, Presentable: true, Help: "The minute, in UTC."},
		number("n"),
	}, `CREATE UNIQUE INDEX progress_history_minute ON progress_history (supplier, name, at)`)
}
