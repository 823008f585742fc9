package suppliers

import (
	"unicode/utf8"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
)

// maxListed is the length of the longest value that a listed member may have.
const maxListed = 256

// bindClosedLists refuses lists with values that no payload could have, and keeps the
// others in one form. A list without values is refused too. It would refuse every value, and
// an operator who empties a list probably wants to open it.
func bindClosedLists(app core.App) {
	app.OnRecordValidate("closed_lists").BindFunc(func(e *core.RecordEvent) error {
		closed, err := settings.ParseList(settings.List(e.Record.GetString("list")), e.Record.GetString("values"))
		if err == nil {
			err = checkListed(closed.Values())
		} else {
			err = validation.NewError("invalid_values", "These values cannot be read: "+err.Error()+".")
		}
		if err != nil {
			return validation.Errors{"values": err}
		}
		e.Record.Set("values", closed.String())
		return e.Next()
	})
}

func checkListed(values []string) error {
	if len(values) == 0 {
		return validation.NewError("values_required", "A closed list needs a value at least: to open the list again, delete this record.")
	}
	for _, value := range values {
		if utf8.RuneCountInString(value) > maxListed {
			return validation.NewError("invalid_value", "The value "+fault.Shown(value)+" is longer than any payload can have it.")
		}
	}
	return nil
}
