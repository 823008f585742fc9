package lifecycle_test

import (
	"bytes"
	"encoding/json/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/lifecycle"
)

// personal lists members of an account whose texts identify the customer.
const personal = " given_name family_name email billing_email billing_name mobile landline date_of_birth body document_path statement_path value street_address locality postal_code reference cais_reference company_name "

// listPersonalTexts lists the personal texts of the first account that no other account has, as
// they stand in JSON and in columns.
func (s *service) listPersonalTexts() []string {
	s.Helper()
	var account any
	if err := json.Unmarshal(s.book[0].JSON, &account); err != nil {
		s.Fatal(err)
	}
	var others bytes.Buffer
	for _, line := range s.book[1:] {
		others.Write(line.JSON)
	}
	words := []string{"Özdemir-O’Neill", "Für Zoë", "GB33BUKB20201555555555", "letters/Zoë.pdf"}
	var walk func(name string, value any)
	walk = func(name string, value any) {
		switch value := value.(type) {
		case map[string]any:
			for member, v := range value {
				walk(member, v)
			}
		case []any:
			for _, v := range value {
				walk(name, v)
			}
		case string:
			if strings.Contains(personal, " "+name+" ") && len(value) > 5 && !strings.ContainsAny(value, "\"\\\n") && !bytes.Contains(others.Bytes(), []byte(value)) {
				words = append(words, value)
			}
		}
	}
	walk("", account)
	return words
}

func TestErase(t *testing.T) {
	s := newService(t)
	number := s.firstNumber()
	s.Freely = true // unknown members are not documented
	s.Post(s.token, stagePath, strings.Replace(string(s.book[0].JSON), `"customers":[{`, `"customers":[{"Zoë":"",`, 1)).Refused(http.StatusBadRequest, "account_failed_validation", "unknown_field customers.0.Zoë")
	s.importBook()
	s.addRareMembers(number)
	s.addDeliveries(number)
	words := s.listPersonalTexts()
	if len(words) < 12 {
		t.Fatalf("only %q", words)
	}
	before := s.dumpDatabase()
	for _, word := range words {
		if !strings.Contains(before, word) {
			t.Errorf("%q was not there", word)
		}
	}
	sums, events := s.sumMoney(), s.Count("account_events", "")
	var would, did, again lifecycle.Erased
	s.runForResult(&would, "customer", "erase", "ACME", number, "--reason", "asked by letter", "--dry-run")
	s.runForResult(&did, "customer", "erase", "ACME", number, "--reason", "asked by letter")
	after := s.dumpDatabase()
	for _, word := range words {
		if strings.Contains(after, word) {
			t.Errorf("%q is left: %.300s", word, after[strings.Index(after, word)-200:])
		}
	}
	s.expectCounters()
	if got := s.sumMoney(); got != sums {
		t.Errorf("sums\n%s\nwere\n%s", got, sums)
	}
	would.DryRun = false
	if a, b := readExport(t, would), readExport(t, did); a != b || did.Rows["customers"] == 0 || did.Rows["stagings"] != 1 {
		t.Errorf("would\n%s\ndid\n%s", a, b)
	}
	if text := strings.Join(did.Documents, "\n"); !strings.Contains(text, "acme/docs/letters/Zoë.pdf") || !strings.Contains(text, "acme/docs/2001/late.pdf") {
		t.Errorf("documents %s", text)
	}
	if n := s.Count("account_events", "event = 'account.erased' AND external_account_number = ?", number); n != 1 || s.Count("account_events", "") != events+1 {
		t.Errorf("%d events", n)
	}
	if s.Count("audit_log", "action = 'erase' AND actor_role = 'command' AND label = ? AND after ->> 'reason' = 'asked by letter'", number) != 1 {
		t.Error("not in the log")
	}
	s.expectUntouched(before, after, number)
	if n := s.Count("outbox", "external_account_number = ?", number); n != 1 || s.Count("outbox", "id = 'waitingevent' AND last_error = ''") != 1 || did.Rows["outbox"] != 8 {
		t.Errorf("%d deliveries are left, %d were changed", n, did.Rows["outbox"])
	}
	if s.Count("stagings", "payload = '' AND sha256 <> ''") != 0 {
		t.Error("a checksum is left")
	}
	if got := s.queryText(`SELECT line_items || tax_items || ' ' || data FROM transactions t JOIN account_extensions x ON x.account = t.account WHERE transaction_id = 'late-1'`); got != `[{"net_amount":"1.20","price_per_unit":0.10,"units":["1.5000"]},{}][{"amount":"-0.200"}] {}` {
		t.Errorf("remains %s", got)
	}
	if s.Count("account_events", "faults <> ''") != 0 || s.Count("account_events", "event = 'account.refused'") != 1 {
		t.Error("what was wrong is still told")
	}

	s.runForResult(&again, "customer", "erase", "ACME", number, "--reason", "again")
	if len(again.Rows)+len(again.Documents) != 0 {
		t.Errorf("again %+v", again)
	}
	s.expectSame("again", after, s.dumpDatabase())
	s.expectGone(words)
	if got := s.Post(s.token, processPath, `{"import_supplier_code":"ACME","external_account_number":"`+number+`","operations_team_name":"Migration"}`); got.Status != http.StatusBadRequest {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	s.takeAccountBack(number, because).Expect(http.StatusOK)
	s.expectCounters()
}

// addDeliveries adds deliveries of each state, with answers that quote the customer, and a row of the
// dashboard's log, as earlier releases stored them.
func (s *service) addDeliveries(number string) {
	s.Helper()
	for _, state := range []string{"waiting", "delivered", "dropped", "dead"} {
		for _, kind := range []string{"event", "email"} {
			s.Exec(`INSERT INTO outbox (id, supplier, state, kind, event, external_account_number, receiver, last_error, next_attempt_at)
				SELECT '` + state + kind + `', id, '` + state + `', '` + kind + `', 'account.imported', '` + number + `', 'gone', '550 Özdemir-O’Neill', '9999-01-01 00:00:00.000Z' FROM suppliers`)
		}
	}
	if err := s.App.AuxSave(&core.Log{BaseModel: core.BaseModel{Id: "0123456789abcde"}, Message: "GET ?filter=Özdemir-O’Neill"}); err != nil {
		s.Fatal(err)
	}
}

// addRareMembers adds what accounts of the book do not have: members of a market, and parameters of
// transactions.
func (s *service) addRareMembers(number string) {
	s.Helper()
	id := s.queryText(`SELECT account FROM import_processes WHERE external_account_number = ?`, number)
	s.Exec(`INSERT INTO account_extensions (id, account, market, version, data) VALUES ('x', '` + id + `', 'gb-energy', '1', '{"meter":"Özdemir-O’Neill"}')`)
	s.Exec(`UPDATE transactions SET line_items = '[{"net_amount":"1.20","price_per_unit":0.10,"units":["1.5000"],"params":{"who":"Für Zoë"},"external_rate_identifier":"x"},{}]',
		tax_items = '[{"amount":"-0.200","params":{}}]' WHERE transaction_id = 'late-1'`)
}

func readExport(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// expectUntouched fails the test where a row of another account has changed.
func (s *service) expectUntouched(before, after, number string) {
	s.Helper()
	id := s.queryText(`SELECT account FROM import_processes WHERE external_account_number = ?`, number)
	for _, line := range strings.Split(before, "\n") {
		if !strings.Contains(line, number) && !strings.Contains(line, "account="+id) && !strings.Contains(line, "id="+id) && !strings.Contains(after, line) {
			s.Errorf("changed: %.300s", line)
		}
	}
}

// expectGone fails the test where a word is left in the files of the database, for example in a
// free page or in the log.
func (s *service) expectGone(words []string) {
	s.Helper()
	for _, name := range []string{"data.db", "data.db-wal", "auxiliary.db", "auxiliary.db-wal"} {
		content, err := os.ReadFile(filepath.Join(s.App.DataDir(), name))
		if err != nil {
			s.Fatal(err)
		}
		for _, word := range words {
			if bytes.Contains(content, []byte(word)) {
				s.Errorf("%q is left in %s", word, name)
			}
		}
	}
}

// The payloads of an account are also removed where it is not imported, or its supplier is
// Complete. It can be staged again.
func TestEraseOfAStagedAccount(t *testing.T) {
	s := newService(t)
	s.stageBook()
	number := s.firstNumber()
	s.Post(s.token, stagePath, strings.Replace(string(s.book[0].JSON), `"customers":[{`, `"customers":[{"label":"another version",`, 1)).Expect(http.StatusOK)
	s.Change("suppliers", "code", "ACME", map[string]any{"status": "Complete"})
	var did lifecycle.Erased
	s.runForResult(&did, "customer", "erase", "ACME", number, "--reason", "asked")
	if did.Rows["stagings"] != 2 || len(did.Rows) != 1 {
		t.Errorf("%+v", did)
	}
	s.Change("suppliers", "code", "ACME", map[string]any{"status": "Ongoing"})
	s.processAccount(number).Refused(http.StatusBadRequest, "import_process_does_not_exist", "import_process_does_not_exist external_account_number")
	s.Post(s.token, stagePath, strings.Replace(string(s.book[0].JSON), `"customers":[{`, `"customers":[{"label":"another version",`, 1)).Expect(http.StatusOK)
	s.processAccount(number).Expect(http.StatusCreated)
	s.expectCounters()
}

// An account that was only refused has events and faults. They can be exported and erased.
func TestAnAccountThatWasOnlyRefused(t *testing.T) {
	s := newService(t)
	supplier := s.queryText(`SELECT id FROM suppliers`)
	s.Record("event_endpoints", map[string]any{"supplier": supplier, "name": "ERP", "url": "https://receiver.invalid/", "events": []string{"account.refused"}})
	const payload = `{"import_supplier":"ACME","external_account_number":"refused-1","customers":[{"family_name":"Núñez","mobile":"Özdemir-O’Neill"}]}`
	s.Post(s.token, stagePath, payload).Expect(http.StatusBadRequest)
	s.Runtime.AccountEvents.Flush()
	s.Exec(`UPDATE account_events SET faults = '[{"detail":"Özdemir-O’Neill"}]'`)
	text, err := s.runCommand("customer", "export", "ACME", "refused-1")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, "Özdemir-O’Neill") || !strings.Contains(text, `"invalid_phone_number"`) {
		t.Errorf("%s", text)
	}
	var would, did, again lifecycle.Erased
	s.runForResult(&would, "customer", "erase", "ACME", "refused-1", "--reason", "asked", "--dry-run")
	s.runForResult(&did, "customer", "erase", "ACME", "refused-1", "--reason", "asked")
	if would.Rows["account_events"] != 1 || len(would.Rows) != 1 || did.Rows["account_events"] != 1 {
		t.Errorf("would %+v, did %+v", would, did)
	}
	s.expectGone([]string{"Özdemir-O’Neill"})
	if s.Count("audit_log", "action = 'erase' AND label = 'refused-1'") != 1 || s.Count("account_events", "event = 'account.erased'") != 1 {
		t.Error("the erasure is not recorded")
	}
	s.runForResult(&again, "customer", "erase", "ACME", "refused-1", "--reason", "again")
	if len(again.Rows) != 0 {
		t.Errorf("again %+v", again)
	}
}

func TestCustomerRefusals(t *testing.T) {
	s := newService(t)
	s.stageBook()
	before := s.dumpDatabase()
	for _, c := range []struct {
		says string
		args []string
	}{
		{"reason", []string{"customer", "erase", "ACME", s.firstNumber()}},
		{"no such account", []string{"customer", "erase", "ACME", "none", "--reason", "x"}},
		{"no supplier", []string{"customer", "erase", "NOBODY", s.firstNumber(), "--reason", "x"}},
		{"no such account", []string{"customer", "export", "ACME", "none"}},
		{"no supplier", []string{"customer", "export", "NOBODY", s.firstNumber()}},
		{"arg(s)", []string{"customer", "export", "ACME"}},
	} {
		if _, err := s.runCommand(c.args...); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v", c.args, err)
		}
	}
	s.expectSame("refused", before, s.dumpDatabase())
}

func TestExport(t *testing.T) {
	s := newService(t)
	s.importBook()
	number := s.firstNumber()
	file := filepath.Join(t.TempDir(), "customer.json")
	if _, err := s.runCommand("customer", "export", "ACME", number, "--out", file); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	id := s.queryText(`SELECT account FROM import_processes WHERE external_account_number = ?`, number)
	for table := range tablesOfAccounts {
		if rows, _ := got[table].([]any); len(rows) != s.Count(table, "account = ?", id) {
			t.Errorf("%d rows of %s", len(rows), table)
		}
	}
	for _, table := range listTables(s.Runtime.Tables()) {
		if _, there := got[table].([]any); !there {
			t.Errorf("no %s", table)
		}
	}
	var sent any
	if err := json.Unmarshal(s.book[0].JSON, &sent); err != nil {
		t.Fatal(err)
	}
	if payload := got["stagings"].([]any)[0].(map[string]any)["payload"]; readExport(t, payload) != readExport(t, sent) {
		t.Error("the payload is another")
	}
	for _, word := range s.listPersonalTexts() {
		if !strings.Contains(string(text), word) {
			t.Errorf("%q is missing", word)
		}
	}
	for _, other := range s.book[1:] {
		if strings.Contains(string(text), other.ExternalAccountNumber) {
			t.Errorf("%s is in it", other.ExternalAccountNumber)
		}
	}
	if _, err := s.runCommand("customer", "export", "ACME", number, "--out", file); err == nil {
		t.Error("a file is overwritten")
	}
	if s.Count("audit_log", "action = 'export' AND actor_role = 'command' AND label = ?", number) != 1 {
		t.Error("not in the log")
	}
	if kept, _ := os.ReadFile(file); !bytes.Equal(kept, text) {
		t.Error("the file that was there has changed")
	}
}
