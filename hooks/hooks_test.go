package hooks_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	"dataimport/modules"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/testing/apptest"
)

// newSuperuserToken returns the Authorization of a superuser.
func newSuperuserToken(t testing.TB, app core.App) string {
	t.Helper()
	token, err := apptest.Record(t, app, core.CollectionNameSuperusers, map[string]any{"email": "root@example.com", "password": "1234567890"}).NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// listImportData lists the collections of the database that no module declares to be changed in
// another way.
func listImportData(t testing.TB, app core.App) (names []string) {
	t.Helper()
	all, err := app.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	other := modules.Tables().Names(module.Edited, module.AppendOnly)
	for _, c := range all {
		if !c.System && !slices.Contains(other, c.Name) {
			names = append(names, c.Name)
		}
	}
	if len(names) < 19 {
		t.Fatalf("only %q", names)
	}
	return names
}

// No superuser changes import data by hand. PocketBase's own interface shows it to superusers
// alone.
func TestImportDataIsReadOnly(t *testing.T) {
	env := apptest.Serve(t, modules.Mount(modules.All))
	token := newSuperuserToken(t, env.App)
	for _, collection := range listImportData(t, env.App) {
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
		app := apptest.App(t, modules.BindHooks)
		if _, err := app.DB().NewQuery(`INSERT INTO accounts (id, number, balance) VALUES ('accountaccount1', 'A-1', '5')`).Execute(); err != nil {
			t.Fatal(err)
		}
		(&tests.ApiScenario{
			Name: method, Method: method, URL: "/api/collections/accounts/records/accountaccount1", Body: strings.NewReader(`{"balance":"6"}`),
			Headers: map[string]string{"Authorization": newSuperuserToken(t, app)}, ExpectedStatus: http.StatusForbidden, ExpectedContent: []string{"by hand"},
			TestAppFactory: func(testing.TB) *tests.TestApp { return app }, DisableTestAppCleanup: true,
		}).Test(t)
	}
}
