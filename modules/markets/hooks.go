package markets

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/pocketbase/dbx"
	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"
)

// bindHooks refuses schemas that accounts could not be held against, and keeps a
// market that suppliers have under the name that they know.
func bindHooks(app core.App) {
	app.OnRecordCreateRequest("markets").BindFunc(writeSchema)
	app.OnRecordUpdateRequest("markets").BindFunc(writeSchema)
	app.OnRecordValidate("markets").BindFunc(func(e *core.RecordEvent) error {
		if err := checkMarket(e.App, e.Record); err != nil {
			return err
		}
		return e.Next()
	})
	app.OnRecordDelete("markets").BindFunc(func(e *core.RecordEvent) error {
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

// writeSchema accepts a schema that was sent as a JSON object in place of its text.
func writeSchema(e *core.RecordRequestEvent) error {
	var sent struct {
		Schema json.RawMessage `json:"schema"`
	}
	if err := e.BindBody(&sent); err == nil && bytes.HasPrefix(sent.Schema, []byte{'{'}) {
		e.Record.Set("schema", string(sent.Schema))
	}
	return e.Next()
}

func checkMarket(app core.App, market *core.Record) error {
	faults := validation.Errors{}
	name, before := market.GetString("name"), market.Original().GetString("name")
	if IsShipped(name) {
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
		if err := CheckSchema(app, schema); err != nil {
			faults["schema"] = validation.NewError("invalid_schema", "The schema cannot be used: "+oneLine(err.Error())+".")
		}
	}
	return faults.Filter()
}

func marketIsUsed(app core.App, name string) (bool, error) {
	n, err := app.CountRecords("suppliers", dbx.HashExp{"market": name})
	return n > 0, err
}

// CheckSupplier adds the fault of a supplier whose market does not exist.
func CheckSupplier(app core.App, supplier *core.Record, faults validation.Errors) error {
	name := supplier.GetString("market")
	if IsShipped(name) {
		return nil
	}
	n, err := app.CountRecords("markets", dbx.HashExp{"name": name})
	if err == nil && n == 0 {
		faults["market"] = validation.NewError("unknown_market", "There is no market of this name: correct it, or add the market first.")
	}
	return err
}

// oneLine is a reason that quotes what an operator wrote, which may be long.
func oneLine(reason string) string {
	const longest = 1000
	if utf8.RuneCountInString(reason) > longest {
		return string([]rune(reason)[:longest]) + "…"
	}
	return reason
}
