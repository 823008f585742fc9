package status_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/testing/apptest"
)

const faultsPath = base + "faults/ACME/"

// readFaults returns the rows of the file, after its head, without the times.
func readFaults(env *apptest.Env, token, query string) (rows []string) {
	env.Helper()
	answer := env.Get(token, faultsPath+query).Expect(http.StatusOK)
	if got := answer.Header.Get("Content-Type"); got != "text/csv; charset=utf-8" {
		env.Errorf("a file of type %s", got)
	}
	all, err := csv.NewReader(strings.NewReader(string(answer.Body))).ReadAll()
	if err != nil || len(all) == 0 || strings.Join(all[0], ",") != "external_account_number,step,member,code,detail,at" {
		env.Fatalf("%v: %s", err, answer.Body)
	}
	for _, row := range all[1:] {
		if at, err := time.Parse(time.RFC3339, row[5]); err != nil || time.Since(at) > time.Hour || row[4] == "" {
			env.Errorf("%q", row)
		}
		rows = append(rows, strings.Join(row[:4], " "))
	}
	return rows
}

// awaitFaults waits until the refusals are recorded, which is shortly after their answers.
func awaitFaults(env *apptest.Env, token string, n int) []string {
	env.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if rows := readFaults(env, token, ""); len(rows) == n || time.Now().After(deadline) {
			return rows
		}
	}
}

func TestTheFileOfFaults(t *testing.T) {
	env, token := serve(t)
	stage(env, token, "good")
	if rows := readFaults(env, token, ""); len(rows) != 0 {
		t.Errorf("faults of no account: %q", rows)
	}
	refuse := func(number string) {
		env.Post(token, base+"account-import-process/create-or-update/",
			fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":%q,"customers":[{"family_name":"Núñez"},{"family_name":"Ó","email":"x"}],"unheard_of":1}`, number)).Expect(http.StatusBadRequest)
	}
	for i := range 3 {
		refuse(fmt.Sprintf("X-%d", i))
	}
	refuse("=1+1")
	process(env, token, "good")
	env.Post(token, base+"notes/create/", `{"import_supplier":"ACME","external_account_number":"good","notes":[{}]}`).Expect(http.StatusBadRequest)
	rows := awaitFaults(env, token, 9)
	if len(rows) != 9 || rows[0] != "'=1+1 stage customers.1.email invalid_email" && rows[0] != "'=1+1 stage unheard_of unknown_field" {
		t.Fatalf("%d rows: %q", len(rows), rows)
	}
	for query, want := range map[string]int{
		"?code=unknown_field": 4, "?member=customers.*.email": 4, "?member=customers.1.email": 0, "?step=stage": 8, "?step=notes": 1,
		"?code=unknown_field&step=notes": 0, "?limit=2": 4, "?limit=1000": 9, "?after=X-1": 3, "?after=X-1&limit=1&code=unknown_field": 1, "?code=none": 0, "?after=zzz": 0,
	} {
		if got := readFaults(env, token, query); len(got) != want {
			t.Errorf("%s: %d rows, want %d: %q", query, len(got), want, got)
		}
	}
	for _, limit := range []string{"0", "-1", "x", ""} {
		env.Get(token, faultsPath+"?limit="+limit).Refused(http.StatusBadRequest, "request_failed_validation", "out_of_range limit")
	}
	env.Get(token, base+"faults/NOBODY/").Refused(http.StatusNotFound, "import_supplier_not_found")
	env.Supplier("OTHER", nil)
	env.Get(token, base+"faults/OTHER/").Refused(http.StatusNotFound, "import_supplier_not_found")
	stage(env, token, "X-0") // a corrected account leaves the file
	if rows := awaitFaults(env, token, 7); strings.Contains(strings.Join(rows, "\n"), "X-0") {
		t.Errorf("%q", rows)
	}
}

// The file is read in parts, and has each fault once.
func TestALongFileOfFaults(t *testing.T) {
	env, token := serve(t)
	supplier, err := env.App.FindFirstRecordByData("suppliers", "code", "ACME")
	if err != nil {
		t.Fatal(err)
	}
	const n = 1203
	env.Exec(`WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < {:p1})
		INSERT INTO current_faults (id, supplier, external_account_number, kind, code) SELECT 'f' || i, {:p0}, printf('N-%05d', i), '', 'required' FROM c`, supplier.Id, n)
	env.Exec(`WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < {:p1})
		INSERT INTO account_events (id, created, supplier, external_account_number, event, step, code, faults)
		SELECT printf('e%014d', i), {:p2}, {:p0}, printf('N-%05d', i), 'account.refused', 'stage', 'account_failed_validation', '[{"code":"required","attr":"customers","detail":"d"}]' FROM c`,
		supplier.Id, n, time.Now().UTC().Format("2006-01-02 15:04:05.000Z"))
	rows := readFaults(env, token, "")
	seen := make(map[string]bool)
	for _, row := range rows {
		seen[row] = true
	}
	if len(rows) != n || len(seen) != n || rows[n-1] != "N-01203 stage customers required" {
		t.Errorf("%d rows, %d of them differ", len(rows), len(seen))
	}
}
