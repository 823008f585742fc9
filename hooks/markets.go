package hooks

import (
	"unicode/utf8"

	"github.com/pocketbase/dbx"
	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"

	schemas "dataimport/modules/markets"
)

const marketCollection = "markets"

// markets refuses schemas that accounts could not be held against, and keeps a
// market that suppliers name under the name that they know.
func markets(app core.App) {
	app.OnRecordValidate(marketCollection).BindFunc(func(e *core.RecordEvent) error {
		if err := checkMarket(e.App, e.Record); err != nil {
			return err
		}
		return e.Next()
	})
	app.OnRecordDelete(marketCollection).BindFunc(func(e *core.RecordEvent) error {
		used, err := marketIsUsed(e.App, e.Record.Original().GetString("name"))
		if err != nil {
			return err
		}
		if used {
			return validation.NewError("market_in_use", "Suppliers have this market: give them another one first.")
		}
		return e.Next()
	})
}

func checkMarket(app core.App, market *core.Record) error {
	faults := validation.Errors{}
	name, before := market.GetString("name"), market.Original().GetString("name")
	if schemas.IsShipped(name) {
		faults["name"] = validation.NewError("market_name_taken", "A market of this name comes with the service: choose another name.")
	}
	if !market.IsNew() && name != before {
		used, err := marketIsUsed(app, before)
		if err != nil {
			return err
		}
		if used {
			faults["name"] = validation.NewError("market_name_fixed", "The name is fixed, since suppliers have this market: make another market, or give them another one first.")
		}
	}
	if schema := market.GetString("schema"); schema != "" {
		if err := schemas.CheckSchema(app, schema); err != nil {
			faults["schema"] = validation.NewError("invalid_schema", "The schema cannot be used: "+oneLine(err.Error())+".")
		}
	}
	return faults.Filter()
}

func marketIsUsed(app core.App, name string) (bool, error) {
	n, err := app.CountRecords("suppliers", dbx.HashExp{"market": name})
	return n > 0, err
}

// marketExists reports whether a supplier can have a market.
func marketExists(app core.App, name string) (bool, error) {
	if schemas.IsShipped(name) {
		return true, nil
	}
	n, err := app.CountRecords(marketCollection, dbx.HashExp{"name": name})
	return n > 0, err
}

// oneLine is a reason that quotes what an operator wrote, which may be long.
func oneLine(reason string) string {
	const longest = 1000
	if utf8.RuneCountInString(reason) > longest {
		return string([]rune(reason)[:longest]) + "…"
	}
	return reason
}
