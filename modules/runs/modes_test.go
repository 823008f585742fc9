package runs_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// A dry run and a check store nothing.
func TestDryRunsAndChecksStoreNothing(t *testing.T) {
	s := serve(t)
	good, bad := enveloped(account("1", ""), goodNotes+goodTransactions), enveloped(account("2", `,"email":1`), goodNotes)
	part := enveloped(account("3", ""), badNotes+goodTransactions)
	before := s.dump()
	s.expect(s.check(good, bad, part, account("4", "")), "valid", "refused stage account_failed_validation unknown_field@account.email",
		"incomplete notes request_failed_validation note_body_or_document_path_not_found@notes.0.body done:account,transactions", "valid")
	r := s.open("dry_run", "")
	s.expect(s.send(r, good, bad, part, account("4", "")), "would_import", "refused stage account_failed_validation unknown_field@account.email",
		"incomplete notes request_failed_validation note_body_or_document_path_not_found@notes.0.body done:account,transactions", "would_import")
	if after := s.dump(); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("%v\nwant\n%v", after, before)
	}
	if s.Count("run_lines", "")+s.Count("run_counts", "") != 0 {
		t.Error("outcomes are stored")
	}
	s.Change("suppliers", "code", "ACME", map[string]any{"unique_reference_namespaces": "crm"})
	claims := s.check(account("5", `,"references":[{"namespace":"crm","value":"77"}]`))[0].Claims
	if len(claims) != 1 || len(claims[0].Key) != 64 || claims[0].Attr != "references.0.value" && claims[0].Attr != "references.0" {
		t.Errorf("%+v", claims)
	}
}

func TestARehearsalIsTakenBack(t *testing.T) {
	s := serve(t)
	before := s.open("import", "")
	s.expect(s.send(before, account("old", "")), "imported")
	r := s.open("rehearsal", "")
	lines := []string{`{"external_account_number":"old"` + goodNotes + `}`, enveloped(account("half", ""), badNotes), account("bad", `,"email":1`)}
	for i := range 70 {
		lines = append(lines, enveloped(account(fmt.Sprint(i), ""), goodNotes))
	}
	got := s.send(r, lines...)
	s.expect(got[:4], "added", "incomplete notes request_failed_validation note_body_or_document_path_not_found@notes.0.body done:account",
		"refused stage account_failed_validation unknown_field@email", "imported")
	takeBack := func(id string) string {
		return string(s.Post(s.token, runsPath+id+"/take-back/", `{}`).Body)
	}
	if !strings.Contains(takeBack(before.ID), "run_is_no_rehearsal") {
		t.Error("an import is taken back")
	}
	for _, want := range []string{`{"taken_back":64,"left":7}`, `{"taken_back":7,"left":0}`, `{"taken_back":0,"left":0}`} {
		if got := takeBack(r.ID); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := fmt.Sprint(s.show(r.ID).Outcomes); got != "map[added:1 refused:1 taken_back:71]" {
		t.Error(got)
	}
	if n := s.Count("accounts", ""); n != 1 || s.Count("audit_log", "action = 'take back' AND actor_role = 'api client'") != 71 {
		t.Errorf("%d accounts", n)
	}
	s.expect(s.send(r, lines[3]), "imported")
	if got := fmt.Sprint(s.show(r.ID).Outcomes); got != "map[added:1 imported:1 refused:1 taken_back:70]" || s.Count("run_lines", "run = ?", r.ID) != 73 {
		t.Error(got)
	}
}

func TestARunHasOneHolderAndOneBook(t *testing.T) {
	s := serve(t)
	r := s.open("import", `,"book":{"sha256":"a"}`)
	s.tryOpen(s.token, "import", "other", `,"book":{"sha256":"a"}`).Refused(http.StatusConflict, "run_in_use")
	s.trySend(s.token, runsPath+r.ID+"/lines/?holder=other", batch(account("1", ""))).Refused(http.StatusConflict, "run_in_use")
	s.tryOpen(s.token, "import", "other", `,"book":{"sha256":"a"},"take_over":true`).Expect(http.StatusOK)
	s.trySend(s.token, runsPath+r.ID+"/lines/?holder=h", batch(account("1", ""))).Refused(http.StatusConflict, "run_in_use")
	s.Exec(`UPDATE runs SET seen_at = '2020-01-01 00:00:00.000Z'`)
	if again := s.open("import", `,"book":{"sha256":"a"}`); again.ID != r.ID {
		t.Errorf("%+v", again)
	}
	s.Post(s.token, runsPath+r.ID+"/close/", `{"complete":false}`).Expect(http.StatusOK)
	s.tryOpen(s.token, "import", "third", `,"book":{"sha256":"a"}`).Expect(http.StatusOK)
	s.Post(s.token, runsPath+r.ID+"/close/", `{"complete":false}`).Expect(http.StatusOK)
	next := s.open("import", `,"book":{"sha256":"b"}`)
	if next.ID == r.ID || next.Previous == nil || *next.Previous != r.ID || s.show(r.ID).State != "closed" {
		t.Errorf("%+v", next)
	}
	s.Post(s.token, runsPath+next.ID+"/close/", `{"complete":true,"unsent":{"refused":2}}`).Expect(http.StatusOK)
	s.trySend(s.token, runsPath+next.ID+"/lines/?holder=h", batch(account("1", ""))).Refused(http.StatusConflict, "run_closed")
	if s.Count("accounts", "") != 0 {
		t.Error("an account was imported")
	}
	var list []runObject
	s.Get(s.reader, runsPath+"?import_supplier=ACME&limit=1").Expect(http.StatusOK).Decode(&list)
	if len(list) != 1 || list[0].ID != next.ID || list[0].Client != "Acme scripts" {
		t.Errorf("%+v", list)
	}
	s.Get(s.reader, runsPath+"?import_supplier=ACME&after="+next.ID).Expect(http.StatusOK).Decode(&list)
	if len(list) != 1 || list[0].ID != r.ID {
		t.Errorf("%+v", list)
	}
}

func TestOtherClientsMayNotChangeARun(t *testing.T) {
	s := serve(t)
	r := s.open("rehearsal", "")
	colleague := s.Token(s.Client("Colleague", nil, "ACME"))
	line := batch(account("1", ""))
	for token, status := range map[string]int{s.stranger: http.StatusNotFound, s.reader: http.StatusForbidden, colleague: http.StatusForbidden} {
		s.trySend(token, runsPath+r.ID+"/lines/?holder=h", line).Expect(status)
		s.Post(token, runsPath+r.ID+"/close/", `{"complete":true}`).Expect(status)
		s.Post(token, runsPath+r.ID+"/take-back/", `{}`).Expect(status)
		if status == http.StatusForbidden {
			status = http.StatusOK
		}
		s.Get(token, runsPath+r.ID+"/").Expect(status)
		s.Get(token, runsPath+r.ID+"/outcomes/").Expect(status)
	}
	s.tryOpen(s.reader, "import", "h", "").Refused(http.StatusForbidden, "permission_denied")
	s.tryOpen(s.stranger, "import", "h", "").Refused(http.StatusBadRequest, "import_supplier_not_found", "import_supplier_not_found import_supplier")
	s.trySend(s.stranger, runsPath+"check/lines/?import_supplier=ACME&operations_team_name=Migration", line).Refused(http.StatusBadRequest, "import_supplier_not_found", "import_supplier_not_found import_supplier")
	if s.show(r.ID).State != "open" || s.Count("accounts", "") != 0 {
		t.Error("the run was changed")
	}
}

func TestBadBatches(t *testing.T) {
	s := serve(t)
	s.Freely = true
	r := s.open("import", "")
	lines := runsPath + r.ID + "/lines/?holder=h"
	if got := s.trySend(s.token, lines, "").Expect(http.StatusOK); len(got.Body) != 0 {
		t.Errorf("%s", got.Body)
	}
	s.trySend(s.token, lines, strings.Repeat(batch(`{}`), 1001)).Refused(http.StatusBadRequest, "request_failed_validation", "too_many_items")
	s.Post(s.token, runsPath+r.ID+"/lines/?holder=h", `{}`).Expect(http.StatusUnsupportedMediaType)
	s.trySend(s.token, lines, batch(`"`+strings.Repeat("x", 10<<20)+`"`)).Expect(http.StatusRequestEntityTooLarge)
	long := account("long", `,"notes":[{"body":"`+strings.Repeat("é", 4<<20)+`"}]`)
	s.expect(s.send(r, long), "imported")

	body := batch(account("1", "")) + "{\"line\":2,\"entry\":{broken}}\n\nnonsense\n" + `{"line":4,"entry":{"account":1}}` + "\n" +
		`{"line":5,"entry":"not {json"}` + "\n" + `{"line":6,"entry":{"a":1,"a":2}}` + "\n{\"line\":7}\n" + batch(account("2", ""))
	got := s.decode(s.trySend(s.token, lines, body).Expect(http.StatusOK))
	s.expect(got, "imported", "refused read malformed_json", "refused read malformed_json", "refused read invalid_type invalid_type@account",
		"refused read malformed_json", "refused read malformed_json", "refused read malformed_json", "imported")
	if got[1].Line != 2 || got[1].SHA256 != "" || got[4].SHA256 == "" || s.Count("run_lines", "") != 6 {
		t.Errorf("%+v", got)
	}
	s.expect(s.send(r, strings.Replace(account("3", ""), "ACME", "OTHER", 1)),
		"refused stage import_supplier_mismatch import_supplier_mismatch@import_supplier")

	s.Change("suppliers", "code", "ACME", map[string]any{"status": "Paused"})
	s.trySend(s.token, lines, batch(account("4", ""))).Refused(http.StatusBadRequest, "import_supplier_migration_not_ongoing", "import_supplier_migration_not_ongoing import_supplier")
}

func TestOutcomesAreListed(t *testing.T) {
	s := serve(t)
	r := s.open("import", "")
	var lines []string
	for i := range 600 {
		lines = append(lines, account(fmt.Sprintf("=%d", i), map[bool]string{true: `,"email":1`}[i%3 == 0]))
	}
	sent := s.send(r, lines...)
	s.Freely = true
	all := s.decode(s.Get(s.token, runsPath+r.ID+"/outcomes/").Expect(http.StatusOK))
	if fmt.Sprint(all) != fmt.Sprint(sent) {
		t.Errorf("%d outcomes of %d differ", len(all), len(sent))
	}
	refused := s.decode(s.Get(s.token, runsPath+r.ID+"/outcomes/?outcome=refused&fields=sha256").Expect(http.StatusOK))
	if len(refused) != 200 || refused[1].Line != 4 || refused[1].SHA256 != sent[3].SHA256 || refused[1].Code != "" {
		t.Errorf("%d: %+v", len(refused), refused[1])
	}
	answer := s.Get(s.token, runsPath+r.ID+"/outcomes/?format=csv").Expect(http.StatusOK)
	rows, err := csv.NewReader(strings.NewReader(string(answer.Body))).ReadAll()
	if err != nil || len(rows) != 601 || rows[1][2] != "'=0" || rows[1][7] != "email: unknown_field" || answer.Header.Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Errorf("%v %d %v", err, len(rows), rows[1])
	}
	s.Get(s.token, runsPath+r.ID+"/outcomes/?outcome=none").Refused(http.StatusBadRequest, "request_failed_validation", "invalid_choice outcome")
}

// A run keeps the result of its last reconciliation, which any client of the supplier sends.
func TestARunKeepsItsReconciliation(t *testing.T) {
	s := serve(t)
	r := s.open("import", `,"book":{"sha256":"a","lines":1},"expected":{"accounts":1,"totals":{"accounts":1,"transactions":{"CHARGE":{"sum":"12.50"}}}}`)
	s.expect(s.send(r, account("1", "")), "imported")
	cookie, page := s.signIn("support", "support"), "/runs/"+r.ID+"/"
	s.shows(s.page(cookie, page), "This run is not reconciled yet.", "transactions.CHARGE.sum 12.50", "Accounts expected 1")
	s.shows(s.page(cookie, "/runs/"+s.open("dry_run", "").ID+"/"), "A dry run stores nothing")
	path := runsPath + r.ID + "/reconciliation/"
	result := func(sha256, agrees, more string) string {
		return `{"agrees":` + agrees + `,"verdict":"Münchhausen: ` + agrees + `","book_sha256":"` + sha256 + `","control":"totals.json",
			"totals":[{"title":"Charges","sent":"12.50","stored":"12.49","control":"12.50","difference":"-0.01","agrees":` + agrees + `}]` + more + `}`
	}
	s.Post(s.token, path, result("b", "true", "")).Refused(http.StatusConflict, "run_is_of_another_book")
	s.Post(s.reader, path, result("a", "true", "")).Refused(http.StatusForbidden, "permission_denied")
	s.Post(s.stranger, path, result("a", "true", "")).Refused(http.StatusNotFound, "run_does_not_exist")
	many := strings.Repeat(`{"external_account_number":"1","what":"differs"},`, 101)
	s.Post(s.token, path, result("a", "true", `,"accounts":[`+many[:len(many)-1]+`]`)).Refused(http.StatusBadRequest, "request_failed_validation", "too_many_items accounts")
	auditor := s.Token(s.Client("Auditor", nil, "ACME"))
	s.Post(s.token, path, result("a", "true", "")).Expect(http.StatusOK)
	s.Post(auditor, path, result("a", "false", `,"accounts":[{"external_account_number":"1","what":"differs in Charges"}],"more_accounts":2`)).Expect(http.StatusOK)
	s.shows(s.page(cookie, page), "Münchhausen: false", "by Auditor", "Charges 12.50 12.49 12.50 -0.01 differs", "differs in Charges", "And 2 more accounts", "I have seen this reconciliation.")
	if body := string(s.Get(s.token, runsPath+r.ID+"/").Expect(http.StatusOK).Body); !strings.Contains(body, `"verdict":"Münchhausen: false"`) || !strings.Contains(body, `"client":"Auditor"`) {
		t.Error(body)
	}
	if strings.Contains(text(s.page(cookie, page)), "another outcome since") {
		t.Error("the result is old at once")
	}
	s.Exec(`UPDATE run_counts SET updated = '2100-01-01 00:00:00.000Z'`)
	s.shows(s.page(cookie, page), "another outcome since")
}
