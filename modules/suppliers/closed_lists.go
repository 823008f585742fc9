package suppliers

import (
	"regexp"
	"strings"
	"unicode/utf8"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
)

const maxListedName = 255

// listedCode is the form of the values of a list: the form of a member that is a code.
var listedCode = regexp.MustCompile(`^[A-Za-z0-9_.:-]{1,64}$`)

// bindClosedLists refuses lists with values that no payload could have, and keeps the
// others in one form, with a value on each line. A list without values is refused too. It
// would refuse every value, and an operator who empties a list probably wants to open it.
func bindClosedLists(app core.App) {
	app.OnRecordValidate("closed_lists").BindFunc(func(e *core.RecordEvent) error {
		values, err := settings.ParseList(e.Record.GetString("values"))
		if err == nil {
			err = checkListed(settings.List(e.Record.GetString("list")), values)
		} else {
			err = validation.NewError("invalid_values", "These values cannot be read: "+err.Error()+".")
		}
		if err != nil {
			return validation.Errors{"values": err}
		}
		e.Record.Set("values", strings.Join(values, "\n"))
		return e.Next()
	})
}

func checkListed(list settings.List, values []string) error {
	if len(values) == 0 {
		return validation.NewError("values_required", "A closed list needs a value at least: to open the list again, delete this record.")
	}
	for _, value := range values {
		switch {
		case !list.HoldsNames() && !listedCode.MatchString(value):
			return validation.NewError("invalid_value", "No payload can have the value "+fault.Shown(value)+": a code has letters, digits and _ . : - only, 64 at most.")
		case utf8.RuneCountInString(value) > maxListedName:
			return validation.NewError("invalid_value", "The value "+fault.Shown(value)+" is longer than any payload can have it.")
		}
	}
	return nil
}
