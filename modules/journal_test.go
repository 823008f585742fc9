package modules_test

import (
	"net/http"
	"strings"
	"testing"

	"dataimport/modules"
)

// The steps of an account are recorded one by one. Requests without an effect are not
// recorded.
func TestTheStoryOfAnAccount(t *testing.T) {
	env, token := serve(t, modules.All)
	account := func(family string) string {
		return `{"import_supplier":"ACME","external_account_number":"1","customers":[{"family_name":"` + family + `"}]}`
	}
	const dryRun = `{"import_supplier_code":"ACME","external_account_number":"1","operations_team_name":"Migration","dry_run":true}`
	for _, request := range []struct {
		path, body string
		status     int
		event      string // empty where no event is recorded
	}{
		{validatePath, account(""), 400, "account.refused validate account_failed_validation"},
		{validatePath, account("Núñez"), 200, "account.validated validate "},
		{validatePath, `{"import_supplier":"OTHER","external_account_number":"1","customers":[]}`, 400, ""},
		{validatePath, `{"import_supplier":`, 400, ""},
		{stagePath, account(strings.Repeat("x", 300)), 400, "account.refused stage account_failed_validation"},
		{stagePath, account("Núñez"), 201, "account.staged  "},
		{stagePath, account("Núñez"), 200, ""}, // a retry
		{stagePath, account("Nuñez"), 200, "account.staged  "},
		{notesPath, onto("1", `"notes":[{"body":"x"}]`), 404, "notes.refused notes account_not_found"},
		{processPath, dryRun, 400, ""},
		{processPath, strings.Replace(process, "Migration", "Nobody", 1), 400, "account.refused process operations_team_name_does_not_exist"},
		{processPath, process, 201, "account.imported  "},
		{processPath, process, 400, "account.refused process account_already_imported"},
		{notesPath, onto("1", `"notes":[{"body":"x"},{"body":"y"}]`), 201, "notes.imported  "},
		{transactionsPath, onto("1", `"transactions":[{"transaction_id":"1","transaction_date":"2999-01-01","amount":1,"type":"PAYMENT"}]`), 400, "transactions.refused transactions transaction_in_future"},
		{transactionsPath, onto("1", `"transactions":[{"transaction_id":"1","transaction_date":"2024-01-01","amount":1,"type":"PAYMENT"}]`), 201, "transactions.imported  "},
		{statementsPath, onto("1", `"statements":[{"statement_id":"S"}]`), 400, "statements.refused statements request_failed_validation"},
		{statementsPath, onto("1", `"statements":[{"statement_id":"S","bill_period_from_date":"2024-01-01","bill_period_to_date":"2024-01-31"}]`), 201, "statements.imported  "},
		{instructionPath, onto("1", `"vendor":"sandbox","reference":"R-1","type":"CARD"`), 201, "payment_instruction.imported  "},
	} {
		before := env.Count("account_events", "")
		if got := env.Post(token, request.path, request.body); got.Status != request.status {
			t.Errorf("%s %s: %d %s", request.path, request.body, got.Status, got.Body)
		}
		env.Runtime.AccountEvents.Flush()
		var last string
		if after := env.Count("account_events", ""); after > before {
			const query = `SELECT event || ' ' || step || ' ' || code FROM account_events WHERE client <> '' ORDER BY rowid DESC`
			if err := env.Runtime.Reader.QueryRow(query).Scan(&last); err != nil {
				t.Fatal(err)
			}
		}
		if last != request.event {
			t.Errorf("%s %s:\n%q\n%q", request.path, request.body, last, request.event)
		}
	}
	if n := env.Count("account_events", "event = 'notes.imported' AND items = 2"); n != 1 {
		t.Errorf("%d imports of two notes", n)
	}
	if n := env.Count("current_faults", "") + env.Count("progress", "name = 'refused' AND n <> 0"); n != 0 {
		t.Errorf("%d faults are left", n)
	}
}

// An account that was refused and never staged is counted and found by the code of its
// fault. After a successful request it no longer is.
func TestAccountsThatHaveFaults(t *testing.T) {
	env, token := serve(t, modules.All)
	const bad = `{"import_supplier":"ACME","external_account_number":"1","customers":[]}`
	env.Post(token, stagePath, bad).Expect(http.StatusBadRequest)
	env.Post(token, stagePath, bad).Expect(http.StatusBadRequest)
	env.Runtime.AccountEvents.Flush()
	if env.Count("progress", "name = 'refused' AND n = 1") != 1 || env.Count("current_faults", "external_account_number = '1' AND code = 'required'") != 1 {
		t.Error("the refused account is not counted once")
	}
	env.Post(token, stagePath, strings.Replace(bad, "[]", `[{"family_name":"Núñez"}]`, 1)).Expect(http.StatusCreated)
	if env.Count("current_faults", "") != 0 || env.Count("progress", "name = 'refused' AND n = 0") != 1 {
		t.Error("the faults outlive their correction")
	}
}
