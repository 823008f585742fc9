package suppliers_test

import (
	"strings"
	"testing"

	"dataimport/modules"
	"dataimport/modules/kit/testing/apptest"
)

func TestASupplierGetsWhatItLeavesOpen(t *testing.T) {
	app := apptest.App(t, modules.BindHooks)
	got := apptest.Record(t, app, "suppliers", map[string]any{"code": "ACME"})
	for field, want := range map[string]string{"status": "Ongoing", "country": "GB", "time_zone": "UTC", "market": "core", "verify_documents": "yes"} {
		if got.GetString(field) != want {
			t.Errorf("%s is %q", field, got.GetString(field))
		}
	}
}

func TestSuppliersThatAreRefused(t *testing.T) {
	app := apptest.App(t, modules.BindHooks)
	apptest.Record(t, app, "suppliers", map[string]any{"code": "ACME"})
	for name, fields := range map[string]map[string]any{
		"no code":        {},
		"code twice":     {"code": "ACME"},
		"code's slash":   {"code": "A/B"},
		"code's control": {"code": "A\tB"},
		"long code":      {"code": strings.Repeat("x", 129)},
		"status":         {"code": "X", "status": "Stopped"},
		"country":        {"code": "X", "country": "ZZ"},
		"small country":  {"code": "X", "country": "gb"},
		"zone":           {"code": "X", "time_zone": "Mars/Olympus"},
	} {
		if _, err := apptest.TryRecord(t, app, "suppliers", fields); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	for _, code := range []string{"é ü", strings.Repeat("x", 128), "a.b:c"} {
		apptest.Record(t, app, "suppliers", map[string]any{"code": code})
	}
}

func TestTheCodeIsFixedOnceAccountsAreStaged(t *testing.T) {
	app := apptest.App(t, modules.BindHooks)
	supplier := apptest.Record(t, app, "suppliers", map[string]any{"code": "ACME"})
	apptest.Record(t, app, "suppliers", map[string]any{"code": "OTHER"})
	supplier.Set("code", "ACME2")
	if err := app.Save(supplier); err != nil {
		t.Fatal(err)
	}
	if _, err := app.DB().NewQuery(`INSERT INTO import_processes (id, supplier, external_account_number, state) VALUES ('p', '` + supplier.Id + `', '1', 'staged')`).Execute(); err != nil {
		t.Fatal(err)
	}
	supplier, err := app.FindRecordById("suppliers", supplier.Id)
	if err != nil {
		t.Fatal(err)
	}
	supplier.Set("code", "ACME3")
	if err := app.Save(supplier); err == nil || !strings.Contains(err.Error(), "fixed") {
		t.Errorf("%v", err)
	}
	other, err := app.FindFirstRecordByData("suppliers", "code", "OTHER")
	if err != nil {
		t.Fatal(err)
	}
	other.Set("code", "OTHER2")
	if err := app.Save(other); err != nil {
		t.Errorf("another's accounts fix it: %v", err)
	}
}
