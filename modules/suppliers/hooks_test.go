package suppliers_test

import (
	"fmt"
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

// No two suppliers have document roots of which one contains the other.
func TestDocumentRoots(t *testing.T) {
	app := apptest.App(t, modules.BindHooks)
	apptest.Record(t, app, "suppliers", map[string]any{"code": "ACME", "document_root": "/acme/documents/"})
	apptest.Record(t, app, "suppliers", map[string]any{"code": "NONE"})
	apptest.Record(t, app, "suppliers", map[string]any{"code": "NONE2"})
	stored, err := app.FindFirstRecordByData("suppliers", "code", "ACME")
	if err != nil || stored.GetString("document_root") != "acme/documents" {
		t.Fatalf("%v %v", stored, err)
	}
	for i, root := range []string{
		"acme/documents", "acme", "ACME/Documents", "acme/documents/2024", "acme/documents/", "//acme//", "/", ".", "./", "..", "acme/../bolt", "bolt/./x", "bolt//x", `bolt\x`, "bolt\x00",
	} {
		_, err := apptest.TryRecord(t, app, "suppliers", map[string]any{"code": fmt.Sprint("S", i), "document_root": root})
		if err == nil || !strings.Contains(err.Error(), "document_root") {
			t.Errorf("%q: %v", root, err)
		}
	}
	for i, root := range []string{"acme/documents2", "acme/doc", "documents", "Énergie/2024 Q1"} {
		apptest.Record(t, app, "suppliers", map[string]any{"code": fmt.Sprint("T", i), "document_root": root})
	}
	// What was stored before can be corrected, and does not hinder other changes.
	if _, err := app.DB().NewQuery(`UPDATE suppliers SET document_root = 'acme' WHERE code = 'NONE'`).Execute(); err != nil {
		t.Fatal(err)
	}
	outer, err := app.FindFirstRecordByData("suppliers", "code", "NONE")
	if err != nil {
		t.Fatal(err)
	}
	outer.Set("status", "Paused")
	if err := app.Save(outer); err != nil {
		t.Errorf("pausing: %v", err)
	}
	outer.Set("document_root", "/none")
	if err := app.Save(outer); err != nil {
		t.Errorf("correcting: %v", err)
	}
}

// A name that requests cannot contain is refused, or loses the spaces around it.
func TestNamesThatCanBeAskedFor(t *testing.T) {
	app := apptest.App(t, modules.BindHooks)
	for _, code := range []string{".", "..", " ACME", "ACME ", "\u00a0"} {
		if _, err := apptest.TryRecord(t, app, "suppliers", map[string]any{"code": code}); err == nil {
			t.Errorf("%q: taken", code)
		}
	}
	if team := apptest.Record(t, app, "teams", map[string]any{"name": " Migration\u00a0"}); team.GetString("name") != "Migration" {
		t.Errorf("%q", team.GetString("name"))
	}
}
