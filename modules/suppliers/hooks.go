package suppliers

import (
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/text/language"
)

// Check adds the faults of a supplier's settings by the rules of another module. The key
// of a fault is its field.
type Check func(app core.App, supplier *core.Record, faults validation.Errors) error

// bindHooks fills in the settings that a new supplier leaves empty. It refuses settings
// that cannot work, since accounts are checked by them.
func bindHooks(app core.App, checks []Check) {
	bindClosedLists(app)
	app.OnRecordValidate("teams").BindFunc(func(e *core.RecordEvent) error {
		e.Record.Set("name", strings.TrimSpace(e.Record.GetString("name"))) // requests cannot name it otherwise
		return e.Next()
	})
	app.OnRecordValidate("suppliers").BindFunc(func(e *core.RecordEvent) error {
		for field, value := range map[string]string{"status": "Ongoing", "country": "GB", "time_zone": "UTC", "market": "core", "verify_documents": "yes"} {
			if e.Record.GetString(field) == "" {
				e.Record.Set(field, value)
			}
		}
		if err := checkSupplier(e.App, e.Record, checks); err != nil {
			return err
		}
		return e.Next()
	})
}

func checkSupplier(app core.App, supplier *core.Record, checks []Check) error {
	faults := validation.Errors{}
	checkCode(supplier, faults)
	if err := checkRoot(app, supplier, faults); err != nil {
		return err
	}
	if _, err := time.LoadLocation(supplier.GetString("time_zone")); err != nil {
		faults["time_zone"] = validation.NewError("invalid_time_zone", "There is no time zone of this name; an example is Europe/London.")
	}
	if region, err := language.ParseRegion(supplier.GetString("country")); err != nil || !region.IsCountry() {
		faults["country"] = validation.NewError("invalid_country", "This is not the ISO 3166-1 code of a country; an example is GB.")
	}
	if !supplier.IsNew() && supplier.GetString("code") != supplier.Original().GetString("code") {
		staged, err := app.CountRecords("import_processes", dbx.HashExp{"supplier": supplier.Id})
		if err != nil {
			return err
		}
		if staged > 0 {
			faults["code"] = validation.NewError("supplier_code_fixed", "The code is fixed, since accounts are staged under it.")
		}
	}
	checkRules(supplier, faults)
	for _, check := range checks {
		if err := check(app, supplier, faults); err != nil {
			return err
		}
	}
	return faults.Filter()
}
