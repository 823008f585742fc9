package progress_test

import (
	"bytes"
	"encoding/csv"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"dataimport/modules/kit/http/session"
	"dataimport/modules/kit/module"
)

const badNote = `{"body":"","document_paths":[]}`

// importNotes sends notes for an account.
func (r *testService) importNotes(number, notes string, want int) {
	r.Helper()
	r.Post(r.token, base+"notes/create/", `{"import_supplier":"ACME","external_account_number":"`+number+`","notes":[`+notes+`]}`).Expect(want)
}

var sum = regexp.MustCompile(`>[\d,]+ sent = [^<]*`)

// expectSum fails the test unless the supplier's page has the sum and lists as many accounts of each
// state.
func (r *testService) expectSum(when, want string, states map[string][]string) {
	r.Helper()
	r.Runtime.AccountEvents.Flush()
	if got := sum.FindString(r.getText("/imports/ACME/")); got != ">"+want {
		r.Errorf("%s: %q, want %q", when, got, want)
	}
	for _, state := range []string{"imported", "incomplete", "refused", "skipped", "staged"} {
		got := r.listAllNumbers(url.Values{"state": {state}})
		if slices.Sort(got); !slices.Equal(got, states[state]) {
			r.Errorf("%s: %s are %q, want %q", when, state, got, states[state])
		}
	}
}

// act has an operator do something with the account's process.
func (r *testService) act(number, action string) {
	r.Helper()
	operator := r.Record("_superusers", map[string]any{"email": action + number + "@example.com", "password": "1234567890", "role": "operator"})
	token, err := operator.NewAuthToken()
	if err != nil {
		r.Fatal(err)
	}
	var id string
	if err := r.App.DB().NewQuery(`SELECT id FROM import_processes WHERE external_account_number = {:number}`).Bind(dbx.Params{"number": number}).Row(&id); err != nil {
		r.Fatal(err)
	}
	const body = `{"reason":"a test"}`
	request, err := http.NewRequest(http.MethodPost, r.URL+module.ActionPrefix+"processes/"+id+"/"+action, strings.NewReader(body))
	if err != nil {
		r.Fatal(err)
	}
	request.Header.Set("Authorization", token)
	request.Header.Set("Content-Type", "application/json")
	r.Do(request, body).Expect(http.StatusOK)
}

// Every account is in one state, whatever was done to it, and the numbers are those of the lists.
func TestEveryAccountIsInOneState(t *testing.T) {
	r := newTestService(t)
	for _, number := range []string{"whole", "incomplete", "erased"} {
		r.importAccount(number, customer)
	}
	r.importNotes("incomplete", badNote, http.StatusBadRequest)
	r.stageAccount("left", customer).Expect(http.StatusCreated)
	r.stageAccount("skipped", customer).Expect(http.StatusCreated)
	r.stageAccount("skipped", `"customers":7`).Expect(http.StatusBadRequest)
	r.stageAccount("refused", `"customers":7`).Expect(http.StatusBadRequest)
	r.stageAccount("worse", customer).Expect(http.StatusCreated)
	r.stageAccount("worse", `"customers":7`).Expect(http.StatusBadRequest)
	r.Post(r.token, base+"account-import-process/process/",
		`{"import_supplier_code":"ACME","external_account_number":"left","operations_team_name":"Nobody"}`).Expect(http.StatusBadRequest)
	r.expectSum("at first", "7 sent = 2 imported + 1 incomplete + 4 refused + 0 skipped + 0 left.",
		map[string][]string{"imported": {"erased", "whole"}, "incomplete": {"incomplete"}, "refused": {"left", "refused", "skipped", "worse"}})
	r.expectParts(r.getText("/imports/ACME/"), "operations_team_name_does_not_exist", "note_body_or_document_path_not_found")
	file, err := csv.NewReader(bytes.NewReader(r.getPage(session.Support, "/imports/ACME/~faults.csv").Expect(http.StatusOK).Body)).ReadAll()
	var faults []string
	for _, row := range file {
		faults = append(faults, strings.Join(row[:4], ":"))
	}
	want := []string{
		"external_account_number:step:member:code", "incomplete:notes:notes.0.body:note_body_or_document_path_not_found",
		"left:process:operations_team_name:operations_team_name_does_not_exist", "refused:stage:customers:invalid_type",
		"skipped:stage:customers:invalid_type", "worse:stage:customers:invalid_type",
	}
	if err != nil || !slices.Equal(faults, want) {
		t.Errorf("the file of faults has %q, want %q: %v", faults, want, err)
	}
	masked := string(r.getPage(session.Viewer, "/imports/ACME/~faults.csv").Expect(http.StatusOK).Body)
	r.expectParts(masked, "invalid_type")
	account := r.getText("/imports/ACME/incomplete/")
	r.expectParts(account, ">Incomplete<", "is missing: notes.", "Notes refused", "Its faults are above")
	if n := len(regexp.MustCompile(`rules/#note_body_or_document_path_not_found`).FindAllString(account, -1)); n != 1 {
		t.Errorf("the fault is there %d times", n)
	}

	r.act("skipped", "skip")
	r.stageAccount("left", `"customers":[{"given_name":"Zoë Anna","family_name":"Núñez"}]`).Expect(http.StatusOK)
	r.expectSum("one is skipped, one is mended", "7 sent = 2 imported + 1 incomplete + 2 refused + 1 skipped + 1 left.",
		map[string][]string{"imported": {"erased", "whole"}, "incomplete": {"incomplete"}, "refused": {"refused", "worse"}, "skipped": {"skipped"}, "staged": {"left"}})

	r.importNotes("incomplete", `{"body":"mended"}`, http.StatusCreated)
	r.importNotes("whole", badNote, http.StatusBadRequest)
	r.act("whole", "take-back")
	r.act("skipped", "unskip")
	r.Exec(`INSERT INTO account_events (id, created, supplier, external_account_number, event) VALUES ('z', '2099-01-01 00:00:00.000Z', {:p0}, 'erased', 'account.erased')`, r.readSupplierID("ACME"))
	r.expectSum("after more", "7 sent = 2 imported + 0 incomplete + 2 refused + 0 skipped + 3 left.",
		map[string][]string{"imported": {"erased", "incomplete"}, "refused": {"refused", "worse"}, "staged": {"left", "skipped", "whole"}, "skipped": nil})
	r.expectParts(r.getText("/imports/ACME/whole/"), ">Left to import<", "was imported, and taken back", "Our number before it was taken back")
	r.expectNoParts(r.getText("/imports/ACME/whole/"), "could not be created")
	r.expectParts(r.getText("/imports/ACME/erased/"), ">Erased<", "personal data of its customers was erased")
	r.expectParts(r.getText("/imports/ACME/?state=imported"), ">Erased<")
	if n := r.Count("progress", `n < 0`); n != 0 {
		t.Errorf("%d counters are below zero", n)
	}
}

// Where every account was refused, the pages do not say that none was sent.
func TestAccountsThatAreAllRefused(t *testing.T) {
	r := newTestService(t)
	r.stageAccount("1", `"customers":7`).Expect(http.StatusBadRequest)
	r.Runtime.AccountEvents.Flush()
	body := r.getText("/imports/ACME/")
	r.expectParts(body, "all that were sent are refused", "?state=refused")
	r.expectNoParts(body, "No account has been sent yet")
	r.stageAccount("1", customer).Expect(http.StatusCreated)
	r.expectSum("it is mended", "1 sent = 0 imported + 0 incomplete + 0 refused + 0 skipped + 1 left.", map[string][]string{"staged": {"1"}})
}
