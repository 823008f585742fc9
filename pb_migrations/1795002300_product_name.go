package pb_migrations

import (
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// productName is the name that e-mails carry.
const productName = "Account imports"

// E-mails carry the name of the product where PocketBase's own name was left. The settings are
// stored without the hooks of a change: these read all of them into memory again, while
// PocketBase looks into its settings to remove the files of collections that are gone.
func init() {
	migrations.Register(func(app core.App) error {
		settings := app.Settings()
		if settings.Meta.AppName == "Acme" {
			settings.Meta.AppName = productName
		}
		if settings.Meta.SenderName == "Support" {
			settings.Meta.SenderName = productName
		}
		stored, err := settings.DBExport(app)
		if err != nil {
			return err
		}
		_, err = app.DB().Update(settings.TableName(), stored, dbx.HashExp{"id": settings.PK()}).Execute()
		return err
	}, func(core.App) error { return nil })
}
