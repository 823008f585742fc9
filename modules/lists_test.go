package modules_test

import (
	"net/http"
	"testing"

	"dataimport/modules"
)

const validatePath = "/v1/data-import/validate-account/"

// A closed list holds at every door, from the next request on, and for its supplier
// alone; when its record is gone the list is open again.
func TestClosedListsHoldAtEveryDoor(t *testing.T) {
	env, token := imported(t)
	transaction := `"transactions":[{"transaction_id":"T1","transaction_date":"2026-02-03","amount":1,"type":"CREDIT","reason":"GOODWILL"}]`
	instruction := `"vendor":"sandbox","reference":"pm_1","type":"CARD"`
	account := onto("3", `"customers":[{"family_name":"Núñez"}],"transfer_balance":"1","ledgers":[{"ledger_code":"GAS","last_statement_closing_date":"2025-12-31",
		"current_statement_transactions":[{"transaction_id":"T1","transaction_date":"2026-02-03","amount":1,"type":"CREDIT","reason":"GOODWILL"}]}],
		"payment_instructions":[{"vendor":"sandbox","reference":"pm_1","type":"CARD"}]`)
	env.Post(token, validatePath, account).Expect(http.StatusOK)

	supplier, err := env.App.FindFirstRecordByData("suppliers", "code", "ACME")
	if err != nil {
		t.Fatal(err)
	}
	other := env.Supplier("OTHER", nil).Id
	for _, list := range []string{"reasons", "vendors", "ledger_codes"} {
		env.Record("closed_lists", map[string]any{"supplier": other, "list": list, "values": "Y"})
		env.Record("closed_lists", map[string]any{"supplier": supplier.Id, "list": list, "values": "X"})
	}
	faults := []string{
		"ledger_code_does_not_exist ledgers.0.ledger_code", "invalid_choice ledgers.0.current_statement_transactions.0.reason",
		"invalid_choice payment_instructions.0.vendor",
	}
	env.Post(token, validatePath, account).Refused(400, "account_failed_validation", faults...)
	env.Post(token, stagePath, account).Refused(400, "account_failed_validation", faults...)
	env.Post(token, transactionsPath, onto("1", transaction)).Refused(400, "request_failed_validation", "invalid_choice transactions.0.reason")
	env.Post(token, instructionPath, onto("1", instruction)).Refused(400, "request_failed_validation", "invalid_choice vendor")
	if n := env.Count("transactions", "") + env.Count("payment_instructions", ""); n != 0 {
		t.Errorf("%d rows", n)
	}

	for list, values := range map[string]string{"reasons": "X\nGOODWILL", "vendors": `["sandbox"]`} {
		record, err := env.App.FindFirstRecordByFilter("closed_lists", "supplier = {:s} && list = {:l}", map[string]any{"s": supplier.Id, "l": list})
		if err != nil {
			t.Fatal(err)
		}
		record.Set("values", values)
		if err := env.App.Save(record); err != nil {
			t.Fatal(err)
		}
	}
	env.Post(token, validatePath, account).Refused(400, "account_failed_validation", faults[0])
	env.Post(token, transactionsPath, onto("1", transaction)).Expect(http.StatusCreated)
	env.Post(token, instructionPath, onto("1", instruction)).Expect(http.StatusCreated)

	ledgers, err := env.App.FindFirstRecordByFilter("closed_lists", "supplier = {:s} && list = 'ledger_codes'", map[string]any{"s": supplier.Id})
	if err != nil {
		t.Fatal(err)
	}
	if err := env.App.Delete(ledgers); err != nil {
		t.Fatal(err)
	}
	env.Post(token, validatePath, account).Expect(http.StatusOK)
}

// What was staged before a list was closed is judged by the list when it is processed.
func TestStagedAccountsObeyListsThatWereClosedSince(t *testing.T) {
	env, token := serve(t, modules.All)
	account := onto("1", `"customers":[{"family_name":"Núñez"}],"sales_channel":"Doorstep"`)
	env.Post(token, stagePath, account).Expect(http.StatusCreated)
	supplier, err := env.App.FindFirstRecordByData("suppliers", "code", "ACME")
	if err != nil {
		t.Fatal(err)
	}
	list := env.Record("closed_lists", map[string]any{"supplier": supplier.Id, "list": "sales_channels", "values": "Web shop"})
	env.Post(token, processPath, process).Refused(400, "account_failed_validation", "invalid_choice sales_channel")
	list.Set("values", "Web shop\nDoorstep")
	if err := env.App.Save(list); err != nil {
		t.Fatal(err)
	}
	env.Post(token, processPath, process).Expect(http.StatusCreated)
}
