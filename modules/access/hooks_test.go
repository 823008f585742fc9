package access_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	"dataimport/modules"
	"dataimport/modules/kit/testing/apptest"
)

func TestAClientsTokensEndWithItsKey(t *testing.T) {
	app := apptest.App(t, modules.BindHooks)
	client := apptest.Record(t, app, "api_clients", map[string]any{"name": "Acme"})
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

// What signs the tokens of a client is shown to no superuser: tokens can be made with it.
func TestASuperuserDoesNotReadWhatSignsTokens(t *testing.T) {
	app := apptest.App(t, modules.BindHooks)
	apptest.Record(t, app, "api_clients", map[string]any{"name": "Acme", "key_hash": strings.Repeat("a", 64)})
	token, err := apptest.Record(t, app, core.CollectionNameSuperusers, map[string]any{"email": "root@example.com", "password": "1234567890"}).NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	(&tests.ApiScenario{
		Name: "list", Method: http.MethodGet, URL: "/api/collections/api_clients/records",
		Headers: map[string]string{"Authorization": token}, ExpectedStatus: http.StatusOK,
		ExpectedContent: []string{`"name":"Acme"`}, NotExpectedContent: []string{"token_key", "key_hash"},
		TestAppFactory: func(testing.TB) *tests.TestApp { return app }, DisableTestAppCleanup: true,
	}).Test(t)
}
