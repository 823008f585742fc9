package outbox

import (
	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/domain/mailtemplate"
)

// CheckSupplier adds the faults of a supplier's mail templates that could not be sent.
func CheckSupplier(_ core.App, supplier *core.Record, faults validation.Errors) error {
	for field, t := range map[string]mailtemplate.Templates{
		"migration_email_subject": {Subject: supplier.GetString("migration_email_subject")},
		"migration_email_body":    {Body: supplier.GetString("migration_email_body")},
	} {
		if err := t.Check(); err != nil {
			faults[field] = validation.NewError("invalid_template", "This template cannot be used: "+err.Error())
		}
	}
	return nil
}
