package modules_test

import (
	"net/http"
	"strings"
	"testing"

	"dataimport/modules"
)

// A member with an old name is taken under either name, and refused under both or neither.
func TestOldNames(t *testing.T) {
	env, token := imported(t)
	const (
		note        = `"notes":[{"body":"Ça va"}]`
		transaction = `"transactions":[{"transaction_id":"T1","transaction_date":"2026-02-03","amount":1,"type":"CREDIT","reason":"X"}]`
		instruction = `"vendor":"sandbox","type":"CARD","reference":"pm_1"`
	)
	number, reference := "mutually_exclusive_field_required external_account_number", "mutually_exclusive_field_required reference"
	for path, member := range map[string]string{notesPath: note, transactionsPath: transaction} {
		env.Post(token, path, onto("1", `"account_number":"1",`+member)).Refused(400, "request_failed_validation", number)
		env.Post(token, path, onto("", member)).Refused(400, "request_failed_validation", number)
		env.Post(token, path, onto("", `"account_number":" ",`+member)).Refused(400, "request_failed_validation", number)
		env.Post(token, path, onto("", `"account_number":null,`+member)).Refused(400, "request_failed_validation", "null_not_allowed account_number")
		env.Post(token, path, onto("", `"account_number":"1",`+member)).Expect(http.StatusCreated)
		env.Post(token, path, onto("", `"account_number":"9",`+member)).Expect(map[bool]int{true: 404, false: 400}[path == notesPath])
	}
	old := strings.Replace(instruction, `"reference"`, `"instruction_reference"`, 1)
	env.Post(token, instructionPath, onto("1", instruction+`,"instruction_reference":"pm_1"`)).Refused(400, "request_failed_validation", reference)
	env.Post(token, instructionPath, onto("1", `"vendor":"sandbox","type":"CARD"`)).Refused(400, "request_failed_validation", reference)
	env.Post(token, instructionPath, onto("1", strings.Replace(old, "pm_1", strings.Repeat("p", 129), 1))).
		Refused(400, "request_failed_validation", "too_long instruction_reference")
	for range 2 {
		answer := env.Post(token, instructionPath, onto("1", old)).Expect(http.StatusCreated)
		if !strings.Contains(string(answer.Body), `"reference":"pm_1"`) {
			t.Errorf("%s", answer.Body)
		}
	}
	env.Post(token, instructionPath, onto("1", instruction)).Expect(http.StatusCreated)
	if n := env.Count("payment_instructions", "reference = 'pm_1'"); n != 1 {
		t.Errorf("%d instructions", n)
	}
}

// The optional members of an instruction are stored, and a null counts as absent.
func TestMembersOfAnInstruction(t *testing.T) {
	env, token := imported(t)
	env.Post(token, instructionPath, onto("1", `"vendor":"sandbox","type":"CARD","reference":"pm_1",
		"ledger_code":null`)).Refused(400, "request_failed_validation", "null_not_allowed ledger_code")
	env.Post(token, instructionPath, onto("1", `"vendor":"sandbox","type":"CARD","reference":"pm_1",
		"ledger_code":"Strom & Gas","valid_from":"2026-02-29"`)).Refused(400, "request_failed_validation", "invalid_date valid_from")
	env.Post(token, instructionPath, onto("1", `"vendor":"sandbox","type":"CARD","reference":"pm_1",
		"ledger_code":"Strom & Gas","valid_from":null,"use_for_scheduled_payments":true`)).Expect(http.StatusCreated)
	if n := env.Count("payment_instructions", "ledger_code = 'Strom & Gas' AND valid_from = '' AND use_for_scheduled_payments"); n != 1 {
		t.Errorf("%d instructions", n)
	}
}

// A dry run of transactions answers as the import would, and leaves nothing.
func TestDryRunOfTransactions(t *testing.T) {
	env, token := imported(t)
	const list = `"transactions":[{"transaction_id":"T1","transaction_date":"2026-02-03","amount":12.3,"type":"CREDIT","reason":"X"},
		{"transaction_id":"T2","transaction_date":"2025-12-31","amount":1,"type":"CREDIT","reason":"X"},
		{"transaction_id":"T1","transaction_date":"2026-02-03","amount":12.3,"type":"CREDIT","reason":"X"}]`
	counts := func() (n [4]int) {
		return [4]int{env.Count("transactions", ""), env.Count("notes", ""), env.Count("account_events", ""), env.Count("progress", "name = 'transactions' AND n > 0")}
	}
	before := counts()
	dry := env.Post(token, transactionsPath, onto("1", `"dry_run":true,`+list)).Expect(http.StatusCreated)
	env.Post(token, transactionsPath, onto("1", `"dry_run":true,"transactions":[{"transaction_id":"T9","transaction_date":"2999-12-31","amount":1,"type":"CREDIT","reason":"X"}]`)).Expect(http.StatusBadRequest)
	env.Post(token, transactionsPath, onto("2", `"dry_run":true,`+list)).Refused(400, "account_not_found", "account_not_found external_account_number")
	env.Post(token, transactionsPath, onto("1", `"dry_run":true,"transactions":[{}]`)).Expect(http.StatusBadRequest)
	if after := counts(); after != before {
		t.Errorf("a dry run left %v, before it %v", after, before)
	}
	real := env.Post(token, transactionsPath, onto("1", `"dry_run":false,`+list)).Expect(http.StatusCreated)
	if string(real.Body) != string(dry.Body) {
		t.Errorf("%s\nthe dry run said\n%s", real.Body, dry.Body)
	}
	if n := env.Count("transactions", ""); n != 2 {
		t.Errorf("%d transactions", n)
	}
}

// A note whose external_id the account has is not added, with the account or later.
func TestNotesOfAnExternalID(t *testing.T) {
	env, token := serve(t, modules.All)
	env.Post(token, stagePath, `{"import_supplier":"ACME","external_account_number":"1","customers":[{"family_name":"Núñez"}],
		"notes":[{"body":"Hi","external_id":"N1"},{"body":"Ho","external_id":"N1"}]}`).Expect(http.StatusCreated)
	env.Post(token, processPath, process).Expect(http.StatusCreated)
	answer := env.Post(token, notesPath, onto("1", `"notes":[{"body":"Ha","external_id":"N1"},{"body":"Hä","external_id":"N2"},{"body":"Hä?","external_id":"N2"}]`)).Expect(http.StatusCreated)
	var results []struct {
		Status string `json:"status"`
	}
	answer.Decode(&results)
	if len(results) != 3 || results[0].Status != "NOTE_ALREADY_EXISTS" || results[1].Status != "NOTE_CREATION_SUCCESS" || results[2].Status != "NOTE_ALREADY_EXISTS" {
		t.Errorf("%v", results)
	}
	if n := env.Count("notes", ""); n != 2 {
		t.Errorf("%d notes", n)
	}
}
