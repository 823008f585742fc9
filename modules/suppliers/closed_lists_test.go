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
		{"reasons", "A\nB", "A\nB"},
		{"payment_types", "  A \r\n\r\n\tB\r\nA", "A\nB"},
		{"tax_types", ` ["A", "B ", "", "A"] `, "A\nB"},
		{"campaigns", "Refer a Friend, 2024\nHerbst – Ärger", "Herbst – Ärger\nRefer a Friend, 2024"},
		{"debt_collection_agencies", strings.Repeat("é", 255), strings.Repeat("é", 255)},
		{"dunning_paths", strings.Repeat("é", 257), ""},
		{"rate_bands", "two words", "two words"},
		{"reasons", " \n ", ""},
		{"reasons", "[]", ""},
		{"reasons", `["A", 1]`, ""},
		{"reasons", `["A"`, ""},
		{"sales_channels", "a\tb", ""},
		{"complaint_types", ` {"SERVICE": [], "BILLING": [" TARIFF", "ESTIMATE"]} `, "{\n  \"BILLING\": [\n    \"TARIFF\",\n    \"ESTIMATE\"\n  ],\n  \"SERVICE\": {}\n}"},
		{"customer_detail_namespaces", `{"tier": {"type": "string", "pattern": "^g", "required": true}}`,
			"{\n  \"tier\": {\n    \"type\": \"string\",\n    \"pattern\": \"^g\",\n    \"required\": true\n  }\n}"},
		{"business_detail_keys", `{"tier": {}, "size": {}}`, "size\ntier"},
		{"business_detail_keys", `{"tier": ["gold"]}`, ""},
		{"business_detail_keys", `{"tier": {"type": "text"}}`, ""},
		{"business_detail_keys", `{"tier": {"pattern": "["}}`, ""},
		{"business_detail_keys", `{"tier": {"unique": true}}`, ""},
		{"complaint_types", `{"BILLING": {"type": "string"}}`, ""},
		{"reasons", `{"A": ["B"]}`, ""},
		{"reasons", `{"A": 1}`, ""},
		{"reasons", `{"A"`, ""},
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
	if _, err := apptest.TryRecord(t, app, "closed_lists", map[string]any{"supplier": supplier, "list": "reasons", "values": "C"}); err == nil {
		t.Error("one list is closed twice")
	}
	if _, err := apptest.TryRecord(t, app, "closed_lists", map[string]any{"list": "rate_bands", "values": "C"}); err == nil {
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
