package pb_migrations

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// How long a supplier's payloads are kept after its migration, which payloads were
// purged, and the events of accounts that were taken back or erased.
func init() {
	migrations.Register(func(app core.App) error {
		if err := addRetention(app); err != nil {
			return err
		}
		if err := addPurged(app); err != nil {
			return err
		}
		return changeEvents(app, 10, []string{"account.taken_back", "account.erased"}, nil)
	}, func(app core.App) error {
		if err := changeEvents(app, 8, nil, []string{"account.taken_back", "account.erased"}); err != nil {
			return err
		}
		if err := removeFields(app, "stagings", []string{"purged_at"}, "", ""); err != nil {
			return err
		}
		return removeFields(app, "suppliers", []string{"purge_payloads_after_days", "completed_at", "payloads_purged_at"}, "", "")
	})
}

// addRetention starts the count at the time of this migration for suppliers that are
// Complete already, because the time when they became Complete is not recorded.
func addRetention(app core.App) error {
	suppliers, err := app.FindCollectionByNameOrId("suppliers")
	if err != nil {
		return err
	}
	days := number("purge_payloads_after_days")
	days.Min, days.Max = types.Pointer(1.0), types.Pointer(36500.0)
	days.Help = "So many days after the supplier became Complete, the data of its accounts as it was sent is removed. Empty: never. What was imported stays."
	suppliers.Fields.Add(
		days,
		&core.TextField{Name: "completed_at", Max: 32, Help: "When the supplier became Complete. The service sets this."},
		&core.TextField{Name: "payloads_purged_at", Max: 32, Help: "When the data as it was sent was removed. The service sets this."},
	)
	if err := app.Save(suppliers); err != nil {
		return err
	}
	_, err = app.DB().NewQuery(`UPDATE suppliers SET completed_at = strftime('%Y-%m-%d %H:%M:%fZ') WHERE status = 'Complete'`).Execute()
	return err
}

func addPurged(app core.App) error {
	stagings, err := app.FindCollectionByNameOrId("stagings")
	if err != nil {
		return err
	}
	purged := text("purged_at", 32)
	purged.Help = "When the payload was removed; its checksum stays."
	stagings.Fields.Add(purged)
	return app.Save(stagings)
}

// changeEvents changes the list of events that an endpoint can subscribe to.
func changeEvents(app core.App, most int, added, removed []string) error {
	endpoints, err := app.FindCollectionByNameOrId("event_endpoints")
	if err != nil {
		return err
	}
	events := endpoints.Fields.GetByName("events").(*core.SelectField)
	events.Values = slices.DeleteFunc(append(events.Values, added...), func(v string) bool { return slices.Contains(removed, v) })
	events.MaxSelect = most
	return app.Save(endpoints)
}
