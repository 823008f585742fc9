package hooks

import (
	"github.com/pocketbase/dbx"
	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/audit"
)

// bindSuperusers makes a superuser an admin where a command creates one without a role. It ends all
// tokens of a superuser whose role changes. It refuses to remove the last admin.
func bindSuperusers(app core.App) {
	app.OnRecordCreateRequest(core.CollectionNameSuperusers).BindFunc(func(e *core.RecordRequestEvent) error {
		if e.Record.GetString("role") == "" {
			return e.BadRequestError("Failed to create record.", validation.Errors{"role": validation.NewError("validation_required", "Choose a role.")})
		}
		return e.Next()
	})
	app.OnRecordCreate(core.CollectionNameSuperusers).BindFunc(func(e *core.RecordEvent) error {
		if e.Record.GetString("role") == "" {
			e.Record.Set("role", audit.Admin)
		}
		return e.Next()
	})
	app.OnRecordUpdate(core.CollectionNameSuperusers).BindFunc(func(e *core.RecordEvent) error {
		if before := e.Record.Original().GetString("role"); before != e.Record.GetString("role") {
			if err := checkLastAdmin(e, before); err != nil {
				return err
			}
			e.Record.RefreshTokenKey()
		}
		return e.Next()
	})
	app.OnRecordDelete(core.CollectionNameSuperusers).BindFunc(func(e *core.RecordEvent) error {
		if err := checkLastAdmin(e, e.Record.Original().GetString("role")); err != nil {
			return err
		}
		return e.Next()
	})
}

func checkLastAdmin(e *core.RecordEvent, before string) error {
	if before != audit.Admin {
		return nil
	}
	n, err := e.App.CountRecords(core.CollectionNameSuperusers, dbx.HashExp{"role": audit.Admin})
	if err == nil && n < 2 {
		err = validation.Errors{"role": validation.NewError("last_admin", "This is the only admin: make another one first.")}
	}
	return err
}
