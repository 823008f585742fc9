package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The members of an account that nothing asks for singly are one JSON document: complaints,
// agreements, preferences, reviews of payments, vouchers and properties. A payment schedule
// says how its payments are asked for.
func init() {
	migrations.Register(func(app core.App) error {
		if err := addTexts(app, "accounts", text("further", longText)); err != nil {
			return err
		}
		return addTexts(app, "payment_schedules", text("standalone_payment_request_method_code", 512))
	}, func(app core.App) error {
		if err := removeFields(app, "accounts", []string{"further"}, "", ""); err != nil {
			return err
		}
		return removeFields(app, "payment_schedules", []string{"standalone_payment_request_method_code"}, "", "")
	})
}

func addTexts(app core.App, collection string, fields ...core.Field) error {
	c, err := app.FindCollectionByNameOrId(collection)
	if err != nil {
		return err
	}
	c.Fields.Add(fields...)
	return app.Save(c)
}
