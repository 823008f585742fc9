package modules_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"dataimport/modules"
)

func referenced(number, value string) string {
	return onto(number, `"customers":[{"family_name":"Núñez"}],"references":[{"namespace":"wave","value":"7"},{"namespace":"crm","value":"`+value+`"}]`)
}

func processOf(number string) string {
	return fmt.Sprintf(`{"import_supplier_code":"ACME","external_account_number":%q,"operations_team_name":"Migration"}`, number)
}

// A reference of a unique namespace belongs to one account. Another account with it is
// refused when it is validated, staged and processed.
func TestAReferenceIsHeldByOneAccount(t *testing.T) {
	env, token := serve(t, modules.All)
	env.Post(token, stagePath, referenced("1", "C1")).Expect(http.StatusCreated)
	env.Post(token, stagePath, referenced("2", "C1")).Expect(http.StatusCreated) // the namespace is not unique yet
	env.Change("suppliers", "code", "ACME", map[string]any{"unique_reference_namespaces": "crm"})
	env.Post(token, stagePath, referenced("3", "C1")).Expect(http.StatusCreated) // no account holds it yet
	env.Post(token, processPath, processOf("1")).Expect(http.StatusCreated)

	const fault = "reference_already_exists references.1.value"
	env.Post(token, validatePath, referenced("2", "C1")).Refused(400, "account_failed_validation", fault)
	env.Post(token, stagePath, referenced("2", "C1")).Refused(400, "account_failed_validation", fault)
	env.Post(token, processPath, processOf("2")).Refused(400, "account_failed_validation", fault)
	env.Post(token, validatePath, referenced("1", "C1")).Expect(http.StatusOK) // the account's own reference
	env.Post(token, validatePath, referenced("2", "C2")).Expect(http.StatusOK)

	env.Change("suppliers", "code", "ACME", map[string]any{"unique_reference_namespaces": ""})
	env.Post(token, processPath, processOf("2")).Expect(http.StatusCreated)
}

func TestACreditReferenceIsHeldByOneAccount(t *testing.T) {
	env, token := serve(t, modules.All)
	account := func(number string) string {
		return onto(number, `"customers":[{"family_name":"Núñez"}],"debts":[{"is_insolvent":true},{"cais_reference":"CAIS-17"}]`)
	}
	for _, number := range []string{"1", "2"} {
		env.Post(token, stagePath, account(number)).Expect(http.StatusCreated)
	}
	env.Post(token, processPath, processOf("1")).Expect(http.StatusCreated)
	const fault = "cais_reference_already_in_use_on_another_account debts.1.cais_reference"
	env.Post(token, processPath, processOf("2")).Refused(400, "account_failed_validation", fault)
	env.Post(token, stagePath, account("3")).Refused(400, "account_failed_validation", fault)

	env.Supplier("OTHER", nil)
	other := env.Token(env.Client("Other", nil, "OTHER"))
	env.Post(other, validatePath, `{"import_supplier":"OTHER","external_account_number":"1","customers":[{"family_name":"Núñez"}],"debts":[{"cais_reference":"CAIS-17"}]}`).Expect(http.StatusOK)
}

// Of accounts that are processed at the same time, one gets the reference.
func TestOneOfManyGetsTheReference(t *testing.T) {
	env, token := serve(t, modules.All)
	env.Change("suppliers", "code", "ACME", map[string]any{"unique_reference_namespaces": "crm"})
	const accounts = 20
	for i := range accounts {
		env.Post(token, stagePath, referenced(fmt.Sprint(i), "C1")).Expect(http.StatusCreated)
	}
	statuses := make([]int, accounts)
	var wg sync.WaitGroup
	for i := range statuses {
		wg.Go(func() { statuses[i] = env.Post(token, processPath, processOf(fmt.Sprint(i))).Status })
	}
	wg.Wait()
	created := 0
	for _, status := range statuses {
		switch status {
		case http.StatusCreated:
			created++
		case http.StatusBadRequest:
		default:
			t.Errorf("status %d", status)
		}
	}
	if created != 1 || env.Count("accounts", "") != 1 || env.Count("account_references", "namespace = 'crm'") != 1 {
		t.Errorf("%d accounts were created: %v", created, statuses)
	}
}
