package modules_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"dataimport/modules"
	"dataimport/modules/accounts"
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/testing/kindtest"
	"dataimport/modules/statements"
	"dataimport/modules/transactions"
)

// Each setting of a supplier that changes rules, on both of its sides.
func TestSettingsThatChangeRules(t *testing.T) {
	const customer = `"customers":[{"family_name":"Núñez"}]`
	for _, c := range []struct {
		name, member string
		settings     map[string]any
		want         []string
	}{
		{"a British phone", `"customers":[{"family_name":"Núñez","landline":"020 7946 0958"}]`, nil, nil},
		{"a British phone in France", `"customers":[{"family_name":"Núñez","landline":"020 7946 0958"}]`, map[string]any{"country": "FR"}, []string{"invalid_phone_number customers.0.landline"}},
		{"a French phone", `"customers":[{"family_name":"Núñez","landline":"01 70 18 99 00"}]`, map[string]any{"country": "FR"}, nil},
		{"a phone with its country's code", `"customers":[{"family_name":"Núñez","landline":"+33 1 70 18 99 00"}]`, nil, nil},
		{"a phone of a rehearsal", `"customers":[{"family_name":"Núñez","mobile":"07700 900123","landline":"01632 960123"}]`, nil, nil},
		{"a phone of a rehearsal elsewhere", `"customers":[{"family_name":"Núñez","mobile":"+61 2 5550 0123"}]`, map[string]any{"country": "FR", "fictional_phone_numbers": "on"}, nil},
		{"a phone of a rehearsal, refused", `"customers":[{"family_name":"Núñez","mobile":"07700 900123","landline":"01632 960123"}]`, map[string]any{"fictional_phone_numbers": "off"},
			[]string{"invalid_phone_number customers.0.mobile", "invalid_phone_number customers.0.landline"}},
		{"a British postcode", customer + `,"billing_address1":"1 High Street","billing_postcode":"LS1 4AP"`, nil, nil},
		{"a British postcode in France", customer + `,"billing_address1":"1 High Street","billing_postcode":"LS1 4AP"`, map[string]any{"country": "FR"}, []string{"invalid_postcode billing_postcode"}},
		{"a French postcode", customer + `,"billing_address1":"1 rue Haute","billing_postcode":"75010"`, map[string]any{"country": "FR"}, nil},
		{"a company of anywhere", customer + `,"account_type":"BUSINESS","business":{"company_number":"1"}`, map[string]any{"country": "FR"}, nil},
		{"a British company", customer + `,"account_type":"BUSINESS","business":{"company_number":"1"}`, nil, []string{"invalid_company_number business.company_number"}},
		{"an address of anybody's", `"customers":[{"family_name":"Núñez","email":"zoe@acme.example"}]`, nil, nil},
		{"an address of the supplier's own", `"customers":[{"family_name":"Núñez","email":"zoe@acme.example"}]`, map[string]any{"internal_emails": "other.example, acme.example"}, []string{"internal_email_address customers.0.email"}},
		{"a document that is not there", customer + `,"notes":[{"document_paths":[{"document_path":"none.pdf"}]}]`, nil, []string{"path_does_not_exist_in_file_store notes.0.document_paths.0.document_path"}},
		{"a document that is not looked for", customer + `,"notes":[{"document_paths":[{"document_path":"none.pdf"}]}]`, map[string]any{"verify_documents": "no"}, nil},
		{"a tier of two", `"customers":[{"family_name":"Núñez","user_details":[{"namespace":"tier","value":"gold"}]},{"family_name":"O","user_details":[{"namespace":"tier","value":"gold"}]}]`, nil, nil},
		{"a tier of one", `"customers":[{"family_name":"Núñez","user_details":[{"namespace":"tier","value":"gold"}]},{"family_name":"O","user_details":[{"namespace":"tier","value":"gold"}]}]`, map[string]any{"unique_customer_detail_namespaces": "tier"},
			[]string{"repeated_values_for_unique_customer_detail_namespace customers.1.user_details.0.value"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			env, token := serve(t, modules.All)
			env.Change("suppliers", "code", "ACME", c.settings)
			answer := env.Post(token, validatePath, onto("1", c.member))
			if c.want == nil {
				answer.Expect(http.StatusOK)
				return
			}
			answer.Refused(400, "account_failed_validation", c.want...)
		})
	}
}

// Both sides of midnight where the supplier is: noon in London is past midnight in
// Kiritimati, and still the day before in no place; an hour past midnight in London
// is the day before in Pago Pago.
func TestTheSuppliersZoneDecidesWhatTodayIs(t *testing.T) {
	object := account.NewObject(payload.Limits{}, accounts.Section(), transactions.Section(), statements.Section())
	const document = `{"import_supplier":"ACME","external_account_number":"1","customers":[{"family_name":"Núñez","date_of_birth":"2024-07-01"}],
		"date_of_sale":"2024-07-01","last_payment_review_date":"2024-07-01","dunning_path":{"path_name":"P","start_date":"2024-07-01"},
		"ledgers":[{"ledger_code":"GAS","current_statement_transactions":[{"transaction_id":"T","transaction_date":"2024-07-01","amount":1,"type":"PAYMENT"}]},
		{"ledger_code":"POWER","last_statement_closing_date":"2024-07-01"}]}`
	future := []string{
		"date_in_future customers.0.date_of_birth", "date_in_future date_of_sale", "last_payment_review_date_is_future_dated last_payment_review_date",
		"transaction_in_future ledgers.0.current_statement_transactions.0.transaction_date", "historical_statement_period_end_in_future ledgers.1.last_statement_closing_date",
	}
	past := []string{"date_in_past dunning_path.start_date"}
	env, _ := serve(t, modules.All)
	for _, c := range []struct {
		zone, now string
		want      []string
	}{
		{"Europe/London", "2024-06-30T22:59:59Z", future}, // summer time
		{"Europe/London", "2024-06-30T23:00:00Z", nil},
		{"Europe/London", "2024-07-01T22:59:59Z", nil},
		{"Europe/London", "2024-07-01T23:00:00Z", past},
		{"Pacific/Kiritimati", "2024-06-30T09:59:59Z", future},
		{"Pacific/Kiritimati", "2024-06-30T10:00:00Z", nil},
		{"Pacific/Kiritimati", "2024-07-01T10:00:00Z", past},
		{"Pacific/Pago_Pago", "2024-07-01T10:59:59Z", future},
		{"Pacific/Pago_Pago", "2024-07-01T11:00:00Z", nil},
		{"Pacific/Pago_Pago", "2024-07-02T10:59:59Z", nil},
		{"", "2024-06-30T23:59:59Z", future}, // UTC
		{"", "2024-07-01T00:00:00Z", nil},
	} {
		env.Change("suppliers", "code", "ACME", map[string]any{"time_zone": c.zone})
		snapshot, err := env.Runtime.Settings.Current()
		if err != nil {
			t.Fatal(err)
		}
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		understood, err := object.Understand([]byte(document), snapshot, nil, now)
		if err != nil {
			t.Fatal(err)
		}
		faults := understood.Faults()
		t.Run(c.zone+" "+c.now, func(t *testing.T) { kindtest.Want(t, faults, append([]string(nil), c.want...)...) })
	}
}

// The same through the endpoints: today in Kiritimati is never today in Pago Pago.
func TestTransactionsOfTodayWhereTheSupplierIs(t *testing.T) {
	env, token := imported(t)
	zone, err := time.LoadLocation("Pacific/Kiritimati")
	if err != nil {
		t.Fatal(err)
	}
	body := onto("1", `"transactions":[{"transaction_id":"T1","transaction_date":"`+time.Now().In(zone).Format(time.DateOnly)+`","amount":1,"type":"PAYMENT"}]`)
	env.Change("suppliers", "code", "ACME", map[string]any{"time_zone": "Pacific/Pago_Pago"})
	refusal := struct {
		Status string `json:"status"`
		Detail string `json:"error_detail"`
	}{}
	env.Post(token, transactionsPath, body).Expect(http.StatusBadRequest).Decode(&refusal)
	if refusal.Status != "TRANSACTION_IMPORT_ERROR" || !strings.Contains(refusal.Detail, "open statement period") {
		t.Errorf("refused with %+v", refusal)
	}
	env.Change("suppliers", "code", "ACME", map[string]any{"time_zone": "Pacific/Kiritimati"})
	env.Post(token, transactionsPath, body).Expect(http.StatusCreated)
}

// A request may leave the team to the supplier, if it has one.
func TestTheSuppliersTeam(t *testing.T) {
	env, token := serve(t, modules.All)
	env.Post(token, stagePath, onto("1", `"customers":[{"family_name":"Núñez"}]`)).Expect(http.StatusCreated)
	const request = `{"import_supplier_code":"ACME","external_account_number":"1"}`
	env.Post(token, processPath, request).Refused(400, "request_failed_validation", "operations_team_should_be_provided operations_team_name")
	night := env.Team("Night")
	env.Change("suppliers", "code", "ACME", map[string]any{"default_operations_team": night.Id})
	env.Post(token, processPath, request).Expect(http.StatusCreated)
	if env.Count("accounts", "team = ?", night.Id) != 1 {
		t.Error("the account has another team")
	}
}

// An account may name its team, which counts before that of the supplier.
func TestTheTeamOfTheAccount(t *testing.T) {
	env, token := serve(t, modules.All)
	night, day := env.Team("Night"), env.Team("Day")
	env.Change("suppliers", "code", "ACME", map[string]any{"default_operations_team": night.Id})
	env.Post(token, stagePath, onto("1", `"customers":[{"family_name":"Núñez"}],"operations_team_name":"Day"`)).Expect(http.StatusCreated)
	env.Post(token, processPath, `{"import_supplier_code":"ACME","external_account_number":"1"}`).Expect(http.StatusCreated)
	if env.Count("accounts", "team = ?", day.Id) != 1 {
		t.Error("the account has another team")
	}
}

// Where teams are allocated, an account is created without one.
func TestTeamsThatAreAllocated(t *testing.T) {
	env, token := serve(t, modules.All)
	env.Change("suppliers", "code", "ACME", map[string]any{"operations_team_allocation": "auto"})
	env.Post(token, stagePath, onto("1", `"customers":[{"family_name":"Núñez"}]`)).Expect(http.StatusCreated)
	env.Post(token, processPath, `{"import_supplier_code":"ACME","external_account_number":"1"}`).Expect(http.StatusCreated)
	if env.Count("accounts", "team = ''") != 1 {
		t.Error("the account has a team")
	}
}
