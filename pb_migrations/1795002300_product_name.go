package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// productName is the name that e-mails carry.
const productName = "Account imports"

// E-mails carry the name of the product where PocketBase's own name was left.
func init() {
	migrations.Register(func(app core.App) error {
		settings := app.Settings()
		if settings.Meta.AppName == "Acme" {
			settings.Meta.AppName = productName
		}
		if settings.Meta.SenderName == "Support" {
			settings.Meta.SenderName = productName
		}
		return app.Save(settings)
	}, func(core.App) error { return nil })
}
