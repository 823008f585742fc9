package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The markets that operators add to those of the service, and the market's members of
// accounts: one JSON object of the members by their places in the payload.
func init() {
	migrations.Register(func(app core.App) error {
		if err := createMarkets(app); err != nil {
			return err
		}
		for _, statement := range revisionTriggers("markets") {
			if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
				return err
			}
		}
		return createAccountExtensions(app)
	}, func(app core.App) error {
		return drop(app, "markets", "account_extensions")
	})
}

func createMarkets(app core.App) error {
	return create(app, "markets", []core.Field{
		&core.TextField{Name: "name", Required: true, Max: 64, Pattern: `^[a-z0-9]+([.-][a-z0-9]+)*$`, Presentable: true,
			Help: "As suppliers name it: small letters, digits, - and a point. core and gb-energy come with the service."},
		&core.TextField{Name: "version", Required: true, Max: 64, Presentable: true, Help: "Kept with each account that is imported under it."},
		&core.TextField{Name: "description", Max: 2000},
		&core.TextField{Name: "schema", Required: true, Max: 256 << 10,
			Help: "JSON Schema 2020-12: the properties that this market adds to the account, and which of them are required. It counts from the next request on."},
	}, `CREATE UNIQUE INDEX markets_name ON markets (name)`)
}

func createAccountExtensions(app core.App) error {
	account, err := relation(app, "account", "accounts", true)
	if err != nil {
		return err
	}
	return create(app, "account_extensions", []core.Field{
		account,
		text("market", 64),
		text("version", 64),
		text("data", longText),
	}, `CREATE UNIQUE INDEX account_extensions_account ON account_extensions (account)`)
}
