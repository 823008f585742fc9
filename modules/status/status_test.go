package status_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"dataimport/modules"
	"dataimport/modules/kit/testing/apptest"
)

const base = "/v1/data-import/"

func serve(t testing.TB) (env *apptest.Env, token string) {
	t.Helper()
	env = apptest.Serve(t, modules.Mount(modules.All))
	return env, env.SetUp(nil)
}

func stage(env *apptest.Env, token, number string) {
	env.Helper()
	env.Post(token, base+"account-import-process/create-or-update/",
		fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":%q,"customers":[{"family_name":"Núñez"}]}`, number)).Expect(http.StatusCreated)
}

func process(env *apptest.Env, token, number string) {
	env.Helper()
	env.Post(token, base+"account-import-process/process/",
		fmt.Sprintf(`{"import_supplier_code":"ACME","external_account_number":%q,"operations_team_name":"Migration"}`, number)).Expect(http.StatusCreated)
}

func TestStatus(t *testing.T) {
	env, token := serve(t)
	of := base + "account-transfer-status/ACME/"
	env.Get(token, of+"1001/").Refused(http.StatusNotFound, "import_process_does_not_exist")
	env.Get(token, base+"account-transfer-status/NOBODY/1001/").Refused(http.StatusNotFound, "import_process_does_not_exist")
	for _, number := range []string{"1001", "a/b", "ä ?#%&+", `"`, "🏠", "..."} {
		stage(env, token, number)
		address := of + url.PathEscape(number)
		env.Get(token, address).Expect(http.StatusOK).Golden(t, "unknown")
		env.Get(token, address+"/").Expect(http.StatusOK).Golden(t, "unknown")
	}
	process(env, token, "a/b")
	env.Get(token, of+"a%2Fb/").Expect(http.StatusOK).Golden(t, "completed")
}

func TestLists(t *testing.T) {
	env, token := serve(t)
	for _, list := range []string{"all", "pending", "imported"} {
		env.Get(token, base+list+"-account-import-processes/ACME/").Expect(http.StatusOK).Golden(t, "empty")
		env.Get(token, base+list+"-account-import-processes/NOBODY").Refused(http.StatusNotFound, "import_supplier_not_found")
	}
	for _, number := range []string{"3", "1", "4", "2 \"🏠\""} {
		stage(env, token, number)
	}
	process(env, token, "1")
	if _, err := env.App.NonconcurrentDB().NewQuery(`UPDATE import_processes SET state = 'skipped' WHERE external_account_number = '4'`).Execute(); err != nil {
		t.Fatal(err)
	}
	for _, list := range []string{"all", "pending", "imported"} {
		env.Get(token, base+list+"-account-import-processes/ACME/").Expect(http.StatusOK).Golden(t, list)
	}
}

func TestPagesOfAListAreTheWholeList(t *testing.T) {
	env, token := serve(t)
	const n = 1203 // more than two pages of a list
	rows := make([]string, n)
	for i := range rows {
		rows[i] = fmt.Sprintf("%04d", i)
	}
	insert(env, rows)
	if got := numbers(env.Get(token, base+"all-account-import-processes/ACME/")); len(got) != n || got[0] != "0000" || got[n-1] != "1202" {
		t.Fatalf("%d rows", len(got))
	}
	var all []string
	for path := base + "pending-account-import-processes/ACME/?limit=100"; ; {
		page := numbers(env.Get(token, path))
		if len(page) == 0 {
			break
		}
		all = append(all, page...)
		path = base + "pending-account-import-processes/ACME/?limit=100&after=" + page[len(page)-1]
	}
	if fmt.Sprint(all) != fmt.Sprint(rows) {
		t.Errorf("%d rows in pages", len(all))
	}
}

// insert stages accounts without payloads, directly in the database, because that is
// faster.
func insert(env *apptest.Env, numbers []string) {
	env.Helper()
	supplier, err := env.App.FindFirstRecordByData("suppliers", "code", "ACME")
	if err != nil {
		env.Fatal(err)
	}
	for i, number := range numbers {
		_, err := env.App.NonconcurrentDB().NewQuery(fmt.Sprintf(`INSERT INTO import_processes (id, supplier, external_account_number, state, staged_at)
			VALUES ('%015d', '%s', '%s', 'staged', '2024-01-01 00:00:00.%03dZ')`, i, supplier.Id, number, i/7)).Execute()
		if err != nil {
			env.Fatal(err)
		}
	}
}

func numbers(a *apptest.Answer) []string {
	var rows []struct {
		External string  `json:"external_account_number"`
		Number   *string `json:"service_account_number"`
		Created  *string `json:"account_created_at"`
	}
	a.Expect(http.StatusOK).Decode(&rows)
	list := make([]string, len(rows))
	for i, row := range rows {
		list[i] = row.External
	}
	return list
}

func TestParametersOfALimitedList(t *testing.T) {
	env, token := serve(t)
	stage(env, token, "1")
	for query, faults := range map[string][]string{
		"limit=0":         {"out_of_range limit"},
		"limit=-1":        {"out_of_range limit"},
		"limit=x":         {"out_of_range limit"},
		"limit=1e3":       {"out_of_range limit"},
		"after=2":         {"import_process_does_not_exist after"},
		"limit=0&after=2": {"out_of_range limit", "import_process_does_not_exist after"},
	} {
		env.Get(token, base+"all-account-import-processes/ACME/?"+query).Refused(http.StatusBadRequest, "request_failed_validation", faults...)
	}
	if got := numbers(env.Get(token, base+"all-account-import-processes/ACME/?after=1")); len(got) != 0 {
		t.Errorf("behind the last: %v", got)
	}
}
