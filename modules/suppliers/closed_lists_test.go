package suppliers_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/testing/apptest"
)

// Lists are kept with one value on each line, however they were typed.
func TestTheValuesOfAClosedList(t *testing.T) {
	app := apptest.App(t, modules.BindHooks)
	supplier := apptest.Record(t, app, "suppliers", map[string]any{"code": "ACME"}).Id
	for _, c := range []struct{ list, typed, want string }{ // refused where nothing is wanted
		{"reason", "A\nB", "A\nB"},
		{"payment_type", "  A \r\n\r\n\tB\r\nA", "A\nB"},
		{"tax_type", ` ["A", "B ", "", "A"] `, "A\nB"},
		{"campaign", "Refer a Friend, 2024\nHerbst – Ärger", "Refer a Friend, 2024\nHerbst – Ärger"},
		{"debt_agency", strings.Repeat("é", 255), strings.Repeat("é", 255)},
		{"dunning_path", strings.Repeat("é", 256), ""},
		{"rate_band", "two words", ""},
		{"vendor", strings.Repeat("x", 65), ""},
		{"reason", " \n ", ""},
		{"reason", "[]", ""},
		{"reason", `["A", 1]`, ""},
		{"reason", `["A"`, ""},
		{"sales_channel", "a\tb", ""},
		{"favourite_colour", "RED", ""},
	} {
		r, err := apptest.TryRecord(t, app, "closed_lists", map[string]any{"supplier": supplier, "list": c.list, "values": c.typed})
		if (err == nil) != (c.want != "") {
			t.Errorf("%s %q: %v", c.list, c.typed, err)
		}
		if err == nil && r.GetString("values") != c.want {
			t.Errorf("%s %q: kept as %q", c.list, c.typed, r.GetString("values"))
		}
	}
	if _, err := apptest.TryRecord(t, app, "closed_lists", map[string]any{"supplier": supplier, "list": "reason", "values": "C"}); err == nil {
		t.Error("one list is closed twice")
	}
	if _, err := apptest.TryRecord(t, app, "closed_lists", map[string]any{"list": "rate_band", "values": "C"}); err == nil {
		t.Error("a list of nobody")
	}
}

// What the program calls the lists is what the dashboard offers, and they end with
// their supplier.
func TestEveryListCanBeClosed(t *testing.T) {
	app := apptest.App(t, modules.BindHooks)
	supplier := apptest.Record(t, app, "suppliers", map[string]any{"code": "ACME"})
	for _, list := range settings.Lists() {
		apptest.Record(t, app, "closed_lists", map[string]any{"supplier": supplier.Id, "list": string(list), "values": "A"})
	}
	c, err := app.FindCollectionByNameOrId("closed_lists")
	if err != nil {
		t.Fatal(err)
	}
	if offered := c.Fields.GetByName("list").(*core.SelectField).Values; len(offered) != len(settings.Lists()) {
		t.Errorf("the dashboard offers other lists: %s", offered)
	}
	if err := app.Delete(supplier); err != nil {
		t.Fatal(err)
	}
	if n, err := app.CountRecords("closed_lists"); n != 0 || err != nil {
		t.Errorf("%d lists are left, %v", n, err)
	}
}
