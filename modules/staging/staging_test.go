package staging_test

import (
	"encoding/json/v2"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"dataimport/modules"
	"dataimport/modules/kit/testing/apptest"
)

const path = "/v1/data-import/account-import-process/create-or-update/"

func serve(t testing.TB) (env *apptest.Env, token string) {
	t.Helper()
	env = apptest.Serve(t, modules.Mount(modules.All))
	env.Supplier("OTHER", nil)
	return env, env.SetUp(nil)
}

func account(supplier, number, familyName string) string {
	body, err := json.Marshal(map[string]any{
		"import_supplier": supplier, "external_account_number": number,
		"customers": []map[string]string{{"given_name": "Zoë", "family_name": familyName}},
	}, json.Deterministic(true))
	if err != nil {
		panic(err)
	}
	return string(body)
}

func TestFirst201Then200(t *testing.T) {
	env, token := serve(t)
	env.Post(token, path, account("ACME", "1001", "O’Neill")).Expect(http.StatusCreated).Golden(t, "staged")
	env.Post(token, path, account("ACME", "1001", "O’Neill")).Expect(http.StatusOK).Golden(t, "staged")
	env.Post(token, path, account("ACME", "1001", "Ō’Neill")).Expect(http.StatusOK)
	if n := env.Count("stagings", ""); n != 2 {
		t.Errorf("%d payloads are kept; the same one again is not another", n)
	}
	if n := env.Count("progress", "name = 'staged' AND n = 1"); n != 1 {
		t.Error("the counter does not say that one account is staged")
	}
}

func TestThePayloadStaysByteForByte(t *testing.T) {
	env, token := serve(t)
	env.Freely = true // the number is no string
	body := "{ \"import_supplier\" : \"ACME\",\n\t\"external_account_number\": 1001.50, \"customers\": [ {\"family_name\": \" N\\u00fa\\u00f1ez \" } ] } "
	env.Post(token, path, body).Expect(http.StatusCreated).Golden(t, "staged-number")
	var kept string
	if err := env.Runtime.Reader.QueryRow(`SELECT unpacked(payload) FROM stagings`).Scan(&kept); err != nil {
		t.Fatal(err)
	}
	if kept != body {
		t.Errorf("kept %q", kept)
	}
}

func TestNumbersThatNeedCare(t *testing.T) {
	env, token := serve(t)
	for _, number := range []string{"with spaces", "a/b//c", `"quoted"`, "it's", "émoji 🏠", strings.Repeat("é", 128), "../..", "%2F", "<b>", "null", "0"} {
		env.Post(token, path, account("ACME", number, "Núñez")).Expect(http.StatusCreated)
		env.Post(token, path, account("ACME", number, "Núñez")).Expect(http.StatusOK)
	}
	env.Post(token, path, account("ACME", strings.Repeat("é", 129), "Núñez")).
		Refused(http.StatusBadRequest, "account_failed_validation", "too_long external_account_number")
}

func TestRefusals(t *testing.T) {
	env, token := serve(t)
	env.Supplier("PAUSED", map[string]any{"status": "Paused"})
	env.Supplier("COMPLETE", map[string]any{"status": "Complete"})
	all := env.Token(env.Client("All", nil, "ACME", "PAUSED", "COMPLETE"))
	readOnly := env.Token(env.Client("Reader", map[string]any{"read_only": true}, "ACME"))
	for _, test := range []struct {
		name, token, body string
		status            int
		code              string
		faults            []string
	}{
		{"faults in order", token, `{"external_account_number":null,"favourite_colour":"red","import_supplier":"ACME","customers":[{"family_name":5},{"family_name":false}]}`, 400, "account_failed_validation",
			[]string{"null_not_allowed external_account_number", "unknown_field favourite_colour", "invalid_type customers.1.family_name"}},
		{"nothing", token, `{}`, 400, "account_failed_validation",
			[]string{"required import_supplier", "required external_account_number", "required customers"}},
		{"truncated", token, `{"import_supplier":"ACME"`, 400, "malformed_json", nil},
		{"duplicated member", token, `{"import_supplier":"ACME","import_supplier":"ACME"}`, 400, "malformed_json", nil},
		{"array", token, `[]`, 400, "malformed_json", nil},
		{"lone surrogate", token, `{"import_supplier":"\ud800"}`, 400, "malformed_json", nil},
		{"deep", token, `{"x":` + strings.Repeat("[", 10000) + strings.Repeat("]", 10000) + `}`, 400, "nested_too_deeply", []string{"nested_too_deeply x"}},
		{"unknown supplier", token, account("NOBODY", "1", "Núñez"), 400, "import_supplier_not_found", []string{"import_supplier_not_found import_supplier"}},
		{"another's supplier", token, account("OTHER", "1", "Núñez"), 400, "import_supplier_not_found", []string{"import_supplier_not_found import_supplier"}},
		{"paused", all, account("PAUSED", "1", "Núñez"), 400, "import_supplier_migration_not_ongoing", []string{"import_supplier_migration_not_ongoing import_supplier"}},
		{"complete", all, account("COMPLETE", "1", "Núñez"), 400, "import_supplier_migration_not_ongoing", []string{"import_supplier_migration_not_ongoing import_supplier"}},
		{"read only", readOnly, account("ACME", "1", "Núñez"), 403, "permission_denied", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			env.TB = t
			env.Post(test.token, path, test.body).Refused(test.status, test.code, test.faults...)
		})
	}
	env.TB = t
	if n := env.Count("import_processes", "") + env.Count("stagings", ""); n != 0 {
		t.Errorf("%d rows were stored", n)
	}
}

func TestSkippedAndInProgress(t *testing.T) {
	env, token := serve(t)
	body := account("ACME", "1001", "Núñez")
	env.Post(token, path, body).Expect(http.StatusCreated)
	set := func(assignment string) {
		env.Exec(`UPDATE import_processes SET ` + assignment)
	}
	var id string
	if err := env.Runtime.Reader.QueryRow(`SELECT id FROM import_processes`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	if err := env.Runtime.Creating.Begin(id, 0); err != nil {
		t.Fatal(err)
	}
	env.Post(token, path, body).Refused(400, "import_process_in_progress", "import_process_in_progress external_account_number")
	env.Runtime.Creating.End(id)
	env.Post(token, path, body).Expect(http.StatusOK)
	set(`state = 'skipped'`)
	env.Post(token, path, body).Refused(400, "account_marked_as_skipped", "account_marked_as_skipped external_account_number")
}

func TestManyAtOnceStageOnce(t *testing.T) {
	env, token := serve(t)
	statuses := make([]int, 50)
	var wg sync.WaitGroup
	for i := range statuses {
		wg.Go(func() { statuses[i] = env.Post(token, path, account("ACME", "1001", fmt.Sprint("Núñez ", i))).Status })
	}
	wg.Wait()
	created := 0
	for _, status := range statuses {
		if status == http.StatusCreated {
			created++
		}
	}
	if created != 1 || env.Count("import_processes", "") != 1 {
		t.Errorf("%d were told that they were the first: %v", created, statuses)
	}
}
