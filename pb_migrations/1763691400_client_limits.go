package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// The limits of one client.
func init() {
	migrations.Register(func(app core.App) error {
		clients, err := app.FindCollectionByNameOrId("api_clients")
		if err != nil {
			return err
		}
		limit := func(name, help string) *core.NumberField {
			return &core.NumberField{Name: name, OnlyInt: true, Min: types.Pointer(0.0), Max: types.Pointer(1_000_000.0), Help: help}
		}
		clients.Fields.Add(
			limit("requests_per_second", "How many requests it may send in a second; more are answered 429 throttled. Empty or 0: no limit. A change holds at once."),
			limit("concurrent_requests", "How many of its requests are answered at once; more are answered 429 concurrency_limit_reached. Empty or 0: its fair share of the service, for which requests wait in turn."))
		return app.Save(clients)
	}, func(app core.App) error {
		clients, err := app.FindCollectionByNameOrId("api_clients")
		if err != nil {
			return err
		}
		clients.Fields.RemoveByName("requests_per_second")
		clients.Fields.RemoveByName("concurrent_requests")
		return app.Save(clients)
	})
}
