package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The payment vendors that operators set up. The sandbox is the first of them. An
// operator enters a secret in one field; it is stored, sealed, in another.
func init() {
	migrations.Register(func(app core.App) error {
		if err := createPaymentVendors(app); err != nil {
			return err
		}
		for _, statement := range revisionTriggers("payment_vendors") {
			if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
				return err
			}
		}
		return createSandbox(app)
	}, func(app core.App) error {
		return drop(app, "payment_vendors")
	})
}

func createPaymentVendors(app core.App) error {
	adapter := choice("adapter", true, "stripe", "http", "sandbox")
	adapter.Help = "How the vendor is asked: through Stripe, through the generic JSON call, or not at all (demonstrations)."
	return create(app, "payment_vendors", []core.Field{
		&core.TextField{Name: "code", Required: true, Max: 64, Pattern: `^[A-Za-z0-9_.:-]{1,64}$`, Presentable: true, Help: "As requests name it. It never changes."},
		text("name", 256),
		adapter,
		&core.TextField{Name: "base_url", Max: 1024, Help: "The address that is asked. Empty for Stripe means Stripe's own."},
		&core.TextField{Name: "secret", Max: 4096, Help: "The vendor's key. It is sealed when you save, and never shown again: empty leaves it as it is."},
		&core.BoolField{Name: "secret_stored", Help: "Whether a secret is kept. The service sets this."},
		&core.TextField{Name: "sealed_secret", Hidden: true, Max: 8192},
		&core.BoolField{Name: "disabled", Help: "Requests that name it are answered as if it did not exist."},
	}, `CREATE UNIQUE INDEX payment_vendors_code ON payment_vendors (code)`)
}

func createSandbox(app core.App) error {
	vendors, err := app.FindCollectionByNameOrId("payment_vendors")
	if err != nil {
		return err
	}
	sandbox := core.NewRecord(vendors)
	sandbox.Load(map[string]any{"code": "sandbox", "name": "Sandbox: asks nobody", "adapter": "sandbox"})
	return app.Save(sandbox)
}
