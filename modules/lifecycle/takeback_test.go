package lifecycle_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"dataimport/modules/lifecycle"
)

// volatileTables hold what stays of an import that was taken back: the record that it happened.
var volatileTables = []string{"account_events", "outbox", "progress_history", "audit_log", "progress",
	"import_processes.attempts", "import_processes.last_attempt_at", "import_processes.updated"}

const because = `{"reason":"the wrong tariff, “Économie”"}`

// Taking an account back restores what there was before its import.
func TestImportAndTakeBackLeaveWhatWasBefore(t *testing.T) {
	s := newService(t)
	s.stageBook()
	before := s.dumpDatabase(volatileTables...)
	attempts := s.queryText(`SELECT sum(attempts) FROM import_processes`)
	numbers := make(map[string]string)
	for _, line := range s.book {
		s.processAccount(line.ExternalAccountNumber).Expect(http.StatusCreated)
		numbers[line.ExternalAccountNumber] = s.queryText(`SELECT service_account_number FROM import_processes WHERE external_account_number = ?`, line.ExternalAccountNumber)
	}
	s.addLaterData(s.firstNumber())
	for _, line := range s.book {
		var answer lifecycle.TakenBack
		s.takeAccountBack(line.ExternalAccountNumber, because).Expect(http.StatusOK).Decode(&answer)
		if answer.ServiceAccountNumber != numbers[line.ExternalAccountNumber] || answer.Rows["accounts"] != 1 || answer.DryRun || answer.StageAgain {
			t.Errorf("%+v", answer)
		}
		s.expectCounters()
	}
	s.expectSame("taken back", before, s.dumpDatabase(volatileTables...))
	if attempts != "0" || s.queryText(`SELECT sum(attempts) FROM import_processes`) != fmt.Sprint(len(s.book)) {
		t.Error("the attempts are not kept")
	}
	if n := s.Count("account_events", "event = 'account.taken_back'"); n != len(s.book) {
		t.Errorf("%d events", n)
	}
	const logged = `action = 'take back' AND actor = 'zoë@example.com' AND actor_role = 'operator' AND after ->> 'reason' = 'the wrong tariff, “Économie”' AND label <> ''`
	if n := s.Count("audit_log", logged); n != len(s.book) {
		t.Errorf("%d in the log", n)
	}
	for _, line := range s.book {
		s.processAccount(line.ExternalAccountNumber).Expect(http.StatusCreated)
		if s.Count("accounts", "number = ?", numbers[line.ExternalAccountNumber]) != 0 {
			t.Error("the number is used again")
		}
	}
	s.expectCounters()
}

func TestADryRunChangesNothing(t *testing.T) {
	s := newService(t)
	s.importBook()
	before := s.dumpDatabase()
	var would, whole, did lifecycle.TakenBack
	s.takeAccountBack(s.firstNumber(), `{"dry_run":true}`).Expect(http.StatusOK).Decode(&would)
	s.runForResult(&whole, "account", "take-back", "ACME", s.firstNumber(), "--dry-run")
	var all lifecycle.TakenBackAll
	s.runForResult(&all, "supplier", "take-back", "ACME", "--reason", "x", "--dry-run")
	var erased lifecycle.Erased
	s.runForResult(&erased, "customer", "erase", "ACME", s.firstNumber(), "--reason", "x", "--dry-run")
	s.expectSame("dry runs", before, s.dumpDatabase())
	if all.Accounts != len(s.book) || all.Rows["transactions"] != s.Count("transactions", "") || all.Rows["customers"] != s.Count("customers", "") || !all.DryRun {
		t.Errorf("%+v", all)
	}
	s.takeAccountBack(s.firstNumber(), because).Expect(http.StatusOK).Decode(&did)
	if fmt.Sprint(would.Rows) != fmt.Sprint(did.Rows) || fmt.Sprint(whole.Rows) != fmt.Sprint(did.Rows) || did.Rows["notes"] < 2 || did.Rows["payment_instructions"] != 1 {
		t.Errorf("would %v %v, did %v", would.Rows, whole.Rows, did.Rows)
	}
}

func TestTakeBackRefusals(t *testing.T) {
	s := newService(t)
	s.stageBook()
	staged, imported := s.book[1].ExternalAccountNumber, s.firstNumber()
	s.processAccount(imported).Expect(http.StatusCreated)
	process := s.queryText(`SELECT id FROM import_processes WHERE external_account_number = ?`, imported)
	before := s.dumpDatabase()
	for _, c := range []struct {
		number, body string
		status       int
		says         string
	}{
		{imported, `{}`, 400, "reason"},
		{imported, `{"reason":" \n"}`, 400, "reason"},
		{imported, `{"reason":"` + strings.Repeat("é", 2001) + `"}`, 400, "reason"},
		{imported, `{"reason":`, 400, "JSON"},
		{staged, because, 409, "not imported"},
		{staged, `{"reason":"x","dry_run":true}`, 409, "not imported"},
	} {
		if got := s.takeAccountBack(c.number, c.body).Expect(c.status); !strings.Contains(string(got.Body), c.says) {
			t.Errorf("%.60s: %s", c.body, got.Body)
		}
	}
	s.callAction("nosuchprocess", because, s.operator).Expect(404)
	s.callAction(process, because, "").Expect(401)
	s.callAction(process, because, s.token).Expect(401) // an API client's
	s.expectSame("refused", before, s.dumpDatabase())

	for _, status := range []string{"Paused", "Complete"} {
		s.Change("suppliers", "code", "ACME", map[string]any{"status": status})
		for _, body := range []string{because, `{"reason":"x","dry_run":true}`} {
			if got := s.takeAccountBack(imported, body).Expect(409); !strings.Contains(string(got.Body), status) {
				t.Errorf("%s", got.Body)
			}
		}
		for _, args := range [][]string{{"account", "take-back", "ACME", imported, "--reason", "x"}, {"supplier", "take-back", "ACME", "--reason", "x"}, {"supplier", "take-back", "ACME", "--reason", "x", "--dry-run"}} {
			if _, err := s.runCommand(args...); err == nil || !strings.Contains(err.Error(), status) {
				t.Errorf("%v: %v", args, err)
			}
		}
	}
	if s.Count("accounts", "") != 1 {
		t.Error("the account is gone")
	}
}

// Several callers take an account back while others import notes into it. One of them succeeds, and
// no note is left without its account.
func TestManyTakeBackAtOnce(t *testing.T) {
	s := newService(t)
	s.stageBook()
	number := s.firstNumber()
	process := s.queryText(`SELECT id FROM import_processes WHERE external_account_number = ?`, number)
	for round := range 5 {
		s.processAccount(number).Expect(http.StatusCreated)
		var wg sync.WaitGroup
		statuses := make([]int, 8)
		for i := range statuses {
			wg.Go(func() { statuses[i] = s.callAction(process, because, s.operator).Status })
			wg.Go(func() {
				if got := s.addNote(number, fmt.Sprint(round, " ", i)).Status; got != http.StatusCreated && got != http.StatusNotFound {
					t.Errorf("a note: %d", got)
				}
			})
		}
		wg.Wait()
		won := 0
		for _, status := range statuses {
			switch status {
			case http.StatusOK:
				won++
			case http.StatusConflict:
			default:
				t.Errorf("status %d", status)
			}
		}
		if won != 1 {
			t.Errorf("%d won", won)
		}
		s.expectCounters()
		if n := s.Count("accounts", ""); n != 0 {
			t.Errorf("%d accounts", n)
		}
	}
}

// A whole supplier's test run is taken back while other requests run. What a client imports
// meanwhile is not taken back.
func TestASuppliersTestRunIsTakenBack(t *testing.T) {
	s := newService(t)
	s.Supplier("OTHER", map[string]any{"verify_documents": "no"})
	s.importBook()
	other := s.Token(s.Client("others", nil, "OTHER"))
	s.Post(other, stagePath, `{"import_supplier":"OTHER","external_account_number":"1","customers":[{"family_name":"Núñez"}]}`).Expect(http.StatusCreated)
	s.Post(other, processPath, `{"import_supplier_code":"OTHER","external_account_number":"1","operations_team_name":"Migration"}`).Expect(http.StatusCreated)
	rows := s.Count("transactions", "")
	var all lifecycle.TakenBackAll
	s.runForResult(&all, "supplier", "take-back", "ACME", "--reason", "test run of May")
	if all.Accounts != len(s.book) || all.Rows["transactions"] != rows || all.Rows["accounts"] != len(s.book) {
		t.Errorf("%+v", all)
	}
	if s.Count("accounts", "") != 1 || s.Count("import_processes", "state = 'imported'") != 1 {
		t.Error("another supplier's account is gone, or one of this is left")
	}
	s.expectCounters()
	var again lifecycle.TakenBackAll
	s.runForResult(&again, "supplier", "take-back", "ACME", "--reason", "again")
	if again.Accounts != 0 {
		t.Errorf("%+v", again)
	}
	for _, args := range [][]string{{"supplier", "take-back", "NOBODY", "--reason", "x"}, {"supplier", "take-back", "ACME"}, {"account", "take-back", "ACME", "none", "--reason", "x"}} {
		if _, err := s.runCommand(args...); err == nil {
			t.Errorf("%v succeeds", args)
		}
	}
}

// A run ends where its supplier is paused, and reports how far it came. What is imported again
// during the run stays.
func TestARunThatIsInterrupted(t *testing.T) {
	s := newService(t)
	s.importBook()
	last := s.book[len(s.book)-1].ExternalAccountNumber
	batches := 0
	result, err := lifecycle.TakeBackAll(s.Runtime, "ACME", func() {
		batches++
		s.takeAccountBack(last, because).Expect(http.StatusOK)
		s.processAccount(last).Expect(http.StatusCreated)
		s.Change("suppliers", "code", "ACME", map[string]any{"status": "Paused"})
	})
	if err == nil || !strings.Contains(err.Error(), "Paused") || batches != 1 || result.Accounts != lifecycle.BatchSize || s.Count("accounts", "") != 2 {
		t.Errorf("%+v %v, %d batches, %d accounts left", result, err, batches, s.Count("accounts", ""))
	}
	s.expectCounters()
	s.Change("suppliers", "code", "ACME", map[string]any{"status": "Ongoing"})
	again := 0
	result, err = lifecycle.TakeBackAll(s.Runtime, "ACME", func() {
		if again++; again == 1 {
			s.processAccount(s.firstNumber()).Expect(http.StatusCreated)
		}
	})
	if err != nil || result.Accounts != 2 || s.Count("accounts", "") != 1 {
		t.Errorf("%+v %v, %d accounts left", result, err, s.Count("accounts", ""))
	}
	s.expectCounters()
}

// Receivers get the event after that of the import that it undoes, and no e-mail is sent.
func TestReceiversGetTheEvent(t *testing.T) {
	s := newService(t)
	supplier, err := s.App.FindFirstRecordByData("suppliers", "code", "ACME")
	if err != nil {
		t.Fatal(err)
	}
	s.Record("event_endpoints", map[string]any{"supplier": supplier.Id, "name": "ERP", "url": "https://receiver.invalid/", "events": []string{"account.taken_back"}})
	s.stageBook()
	s.processAccount(s.firstNumber()).Expect(http.StatusCreated)
	s.Exec(`INSERT INTO outbox (id, supplier, state, kind, event, external_account_number, receiver, next_attempt_at)
		VALUES ('mail', '` + supplier.Id + `', 'waiting', 'email', 'account.imported', '` + s.firstNumber() + `', '` + supplier.Id + `', '9999-01-01 00:00:00.000Z')`)
	number := s.queryText(`SELECT service_account_number FROM import_processes WHERE state = 'imported'`)
	s.takeAccountBack(s.firstNumber(), because).Expect(http.StatusOK)
	if body := s.queryText(`SELECT body FROM outbox WHERE event = 'account.taken_back'`); !strings.Contains(body, number) || strings.Contains(body, "tariff") {
		t.Error(body)
	}
	if s.Count("outbox", "id = 'mail' AND state = 'dropped'") != 1 {
		t.Error("the e-mail still waits")
	}
}
