package hooks_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/testing/apptest"
)

// record makes a record, whether it saves or not.
func record(t testing.TB, app core.App, collection string, fields map[string]any) (*core.Record, error) {
	t.Helper()
	c, err := app.FindCollectionByNameOrId(collection)
	if err != nil {
		t.Fatal(err)
	}
	r := core.NewRecord(c)
	r.Load(fields)
	return r, app.Save(r)
}

func must(t testing.TB, app core.App, collection string, fields map[string]any) *core.Record {
	t.Helper()
	r, err := record(t, app, collection, fields)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// superuser is the Authorization of one.
func superuser(t testing.TB, app core.App) string {
	t.Helper()
	token, err := must(t, app, core.CollectionNameSuperusers, map[string]any{"email": "root@example.com", "password": "1234567890"}).NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestASupplierGetsWhatItLeavesOpen(t *testing.T) {
	app := apptest.App(t)
	got := must(t, app, "suppliers", map[string]any{"code": "ACME"})
	for field, want := range map[string]string{"status": "Ongoing", "country": "GB", "time_zone": "UTC", "market": "core", "verify_documents": "yes"} {
		if got.GetString(field) != want {
			t.Errorf("%s is %q", field, got.GetString(field))
		}
	}
}

func TestSuppliersThatAreRefused(t *testing.T) {
	app := apptest.App(t)
	must(t, app, "suppliers", map[string]any{"code": "ACME"})
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
		if _, err := record(t, app, "suppliers", fields); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	for _, code := range []string{"é ü", strings.Repeat("x", 128), "a.b:c"} {
		must(t, app, "suppliers", map[string]any{"code": code})
	}
}

func TestTheCodeIsFixedOnceAccountsAreStaged(t *testing.T) {
	app := apptest.App(t)
	supplier := must(t, app, "suppliers", map[string]any{"code": "ACME"})
	must(t, app, "suppliers", map[string]any{"code": "OTHER"})
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

func TestAClientsTokensEndWithItsKey(t *testing.T) {
	app := apptest.App(t)
	client := must(t, app, "api_clients", map[string]any{"name": "Acme"})
	first := client.GetString("token_key")
	client.Set("read_only", true)
	if err := app.Save(client); err != nil {
		t.Fatal(err)
	}
	if first == "" || client.GetString("token_key") != first {
		t.Error("another change ends the tokens")
	}
	client, err := app.FindRecordById("api_clients", client.Id)
	if err != nil {
		t.Fatal(err)
	}
	client.Set("key_hash", strings.Repeat("a", 64))
	if err := app.Save(client); err != nil {
		t.Fatal(err)
	}
	if client.GetString("token_key") == first {
		t.Error("a new key leaves the tokens as they were")
	}
}

// Nobody writes import data by hand, superusers included; and nobody but they sees
// anything through PocketBase's own interface.
func TestImportDataIsReadOnly(t *testing.T) {
	env := apptest.Serve(t, func(*module.Declaration, func(*module.Runtime)) {})
	token := superuser(t, env.App)
	for _, collection := range []string{
		"import_processes", "stagings", "progress", "accounts", "customers", "addresses", "account_references", "debts",
		"payment_schedules", "ledgers", "transactions", "notes", "statements", "payment_instructions",
	} {
		for _, test := range []struct {
			method, token string
			status        int
		}{
			{http.MethodPost, token, http.StatusForbidden},
			{http.MethodGet, token, http.StatusOK},
			{http.MethodGet, "", http.StatusForbidden},
			{http.MethodPost, "", http.StatusForbidden},
		} {
			request, err := http.NewRequest(test.method, env.URL+"/api/collections/"+collection+"/records", strings.NewReader(`{}`))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Authorization", test.token)
			if answer := env.Do(request, ""); answer.Status != test.status {
				t.Errorf("%s %s: %d %s", test.method, collection, answer.Status, answer.Body)
			}
		}
	}
}

func TestARowOfImportDataCannotBeChangedOrDeleted(t *testing.T) {
	for _, method := range []string{http.MethodPatch, http.MethodDelete} {
		app := apptest.App(t)
		if _, err := app.DB().NewQuery(`INSERT INTO accounts (id, number, balance) VALUES ('accountaccount1', 'A-1', '5')`).Execute(); err != nil {
			t.Fatal(err)
		}
		(&tests.ApiScenario{
			Name: method, Method: method, URL: "/api/collections/accounts/records/accountaccount1", Body: strings.NewReader(`{"balance":"6"}`),
			Headers: map[string]string{"Authorization": superuser(t, app)}, ExpectedStatus: http.StatusForbidden, ExpectedContent: []string{"by hand"},
			TestAppFactory: func(testing.TB) *tests.TestApp { return app }, DisableTestAppCleanup: true,
		}).Test(t)
	}
}

// Whoever could read what signs a client's tokens could make some.
func TestASuperuserDoesNotReadWhatSignsTokens(t *testing.T) {
	app := apptest.App(t)
	must(t, app, "api_clients", map[string]any{"name": "Acme", "key_hash": strings.Repeat("a", 64)})
	(&tests.ApiScenario{
		Name: "list", Method: http.MethodGet, URL: "/api/collections/api_clients/records",
		Headers: map[string]string{"Authorization": superuser(t, app)}, ExpectedStatus: http.StatusOK,
		ExpectedContent: []string{`"name":"Acme"`}, NotExpectedContent: []string{"token_key", "key_hash"},
		TestAppFactory: func(testing.TB) *tests.TestApp { return app }, DisableTestAppCleanup: true,
	}).Test(t)
}
