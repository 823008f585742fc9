package accounts

import (
	"strings"
	"testing"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/kindtest"
)

// imported imports an account, which is valid, to a database of its own.
func imported(t *testing.T, document string, edits ...kindtest.Edit) (s *kindtest.Store, id string) {
	t.Helper()
	core, faults := read(t, document, facts(), edits...)
	kindtest.Want(t, faults)
	s = kindtest.New(t)
	return s, create(t, s, core).ID
}

// create creates an account.
func create(t *testing.T, s *kindtest.Store, core *Core) *account.Account {
	t.Helper()
	to := s.Account(0)
	s.Create(to, func(tx *writer.Tx) error { return PrepareRows(progress.CountingRowWriter{InsertTarget: tx}, to, core) })
	return to
}

// wantRows compares rows, one per line; the account's id is left out.
func wantRows(t *testing.T, got []string, want string) {
	t.Helper()
	if all := strings.Join(got, "\n"); all != strings.TrimSpace(want) {
		t.Errorf("stored\n%s\nwant\n%s", all, strings.TrimSpace(want))
	}
}

func TestImportOfAHousehold(t *testing.T) {
	s, id := imported(t, household, set("billing_address.postal_code", `"cf101aa"`))
	wantRows(t, s.Rows(`SELECT account_type, unknown_occupier, billing_name, billing_email, communication_preference, language_preference,
		date_of_sale, last_billed_to_date, last_payment_review_date, next_bill_due_date, balance, company_name, business,
		dunning_path, campaigns, consents, payment_plans, payment_promises, metadata FROM accounts WHERE id = ?`, id), `
DOMESTIC|0|Dr S O’Neill-Núñez & A Al-Khatib|bills@example.com|ONLINE|cy-GB|2019-11-02|2024-06-12|2024-02-29|2024-07-12|0||`+
		`|{"path_name":"Domestic – vulnerable","start_date":"2024-07-01"}`+
		`|[{"slug":"autumn-switch","campaign_note":"Offered by telephone","start_date":"2023-09-01","expiry_date":"2024-08-31"},{"slug":"refer-a-friend","start_date":"2024-01-01"}]`+
		`|[{"type":"DATA_SHARING","value":"PENDING"}]|`+
		`|[{"amount":"45.00","payment_date":"2024-07-19"}]`+
		`|[{"key":"migration_wave","value":7},{"key":"heating","value":{"boiler":"combi","installed":2015,"rooms":["kitchen","hall"]}},{"key":"tags","value":["vip",null,true,1.50]},{"key":"Heating","value":"gas"}]`)
	wantRows(t, s.Rows(`SELECT position, given_name, family_name, title, email, mobile, landline, date_of_birth, deceased, unable_to_read_meters,
		credit_score, account_roles, contact_emails, alternative_phone_numbers, consents, user_details FROM customers WHERE account = ? ORDER BY position`, id), `
0|Siân|O’Neill-Núñez|Dr|sian.oneill+energy@example.com|07700 123456|(020) 7946 0958|1971-02-28||1|0|["ACCOUNT_HOLDER","BILL_PAYER"]|["sian@example.org","\"the office\"@example.net"]|[{"phone_number":"+33 6 12 34 56 78"},{"phone_number":"0113 496 0123"}]||[{"namespace":"legacy-crm-id","value":"100200300"},{"namespace":"loyalty-tier","value":"gold"}]
1|عبد الرحمن|الخطيب||a.alkhatib@mail.example.com|+447700123457||1969-12-31|Reported|0||["ACCOUNT_HOLDER"]|||[{"type":"MARKETING_EMAIL","value":"ACCEPTED","signed_at":"2023-05-04T09:12:33Z","description":"Given by telephone during the switch"},{"type":"SMART_METER_HALF_HOURLY","value":"REJECTED"}]|[{"namespace":"legacy-crm-id","value":"100200301"},{"namespace":"loyalty-tier","value":"gold"}]
2|小明|王||||0113 496 0124|||0||||||`)
	wantRows(t, s.Rows(`SELECT kind, country, street_address, structured_street_address, dependent_locality, locality, administrative_area, postal_code, delivery_point_identifier FROM addresses WHERE account = ?`, id),
		`billing|GB|Flat 2, 14 Heol y Frenhines||Nether Wallop|Caerdydd|South Glamorgan|CF10 1AA|CF101AA1A`)
	wantRows(t, s.Rows(`SELECT position, means, start_date, end_date, amount, schedule_trigger, frequency, day_of_month, debt_repayment_element, is_debt_repayment_plan,
		exempt_from_payment_adequacy, delay_days, paid_by, instalments FROM payment_schedules WHERE account = ? ORDER BY position`, id), `
0|DD|2022-01-15|2023-03-14|85.50|REGULAR|MONTHLY|15||0|0||CUSTOMER|
1|DD|2023-03-15|2024-08-14|110|REGULAR|MONTHLY|15|20.00|0|1||FUEL_DIRECT|
2|CARD|2024-08-15||60.00|PLAN||||0|0||CUSTOMER|[{"amount":"20.00","payment_date":"2024-08-15","payment_type":"DEBIT_CARD"},{"amount":"25.5","payment_date":"2024-09-15"},{"amount":"14.50","payment_date":"2024-10-15"}]`)
	wantRows(t, s.Rows(`SELECT position, namespace, value FROM account_references WHERE account = ? ORDER BY position`, id), `
0|legacy-crm|CRM-Q7W2E9R4T1Y6
1|legacy-billing|004512987731
2|legacy-billing|004512987732`)
	wantRows(t, s.Rows(`SELECT position, agency_name, start_date, campaign, is_insolvent, cais_reference, aged_debt FROM debts WHERE account = ? ORDER BY position`, id), `
0|Northgate Recoveries|2023-10-01|EARLY_ARREARS|0|CAIS004512987731|[{"debt_amount":"120.75","due_date":"2023-08-01"},{"debt_amount":"88.10","due_date":"2023-09-01"}]
1||||1||`)
}

func TestImportOfACompany(t *testing.T) {
	s, id := imported(t, company)
	wantRows(t, s.Rows(`SELECT account_type, company_name, company_number, business, portfolio, billing_options, payment_plans FROM accounts WHERE id = ?`, id),
		`BUSINESS|Café Núñez Ltd|SC123456|{"company_name":"Café Núñez Ltd","company_number":"SC123456","business_type":"LTD","segment_name":"SME"}`+
			`|{"billing_name":"Núñez Group","portfolio_references":[{"namespace":"portfolio-number","value":"PF-1"}]}`+
			`|{"period_length":"QUARTERLY","period_length_multiplier":1,"period_start_day":1,"period_start_month":1}`+
			`|[{"accepted_at":"2024-06-30T09:00:00Z","schedule_means":"DD","strategy_name":"EVEN_INSTALMENTS","payments":[{"payment_date":"2024-08-01","total_amount":7500,"amount_components":[{"amount":5000,"component_type":"ONGOING_USAGE"},{"amount":2500,"component_type":"DEBT_REPAYMENT"}]},{"payment_date":"2024-09-01","total_amount":0,"amount_components":[]}]}]`)
	wantRows(t, s.Rows(`SELECT family_name, email FROM customers WHERE account = ?`, id), `Business|accounts@example.com`)
	wantRows(t, s.Rows(`SELECT kind, country, replace(street_address, char(10), '/'), postal_code, delivery_point_identifier FROM addresses WHERE account = ?`, id),
		`billing||Unit 4B/Leeds|LS1 4AP|LS14AP1A`)
}

func TestImportOfNobody(t *testing.T) {
	s, id := imported(t, `{"import_supplier":"ACME","external_account_number":"1","unknown_occupier":true,"customers":[]}`)
	wantRows(t, s.Rows(`SELECT account_type, unknown_occupier FROM accounts WHERE id = ?`, id), `DOMESTIC|1`)
	for _, table := range []string{"customers", "addresses", "payment_schedules", "account_references", "debts"} {
		if n := s.Row(`SELECT count(*) FROM ` + table); n != "0" {
			t.Errorf("%s rows in %s", n, table)
		}
	}
}

// More rows than one statement carries.
func TestImportOfManyReferences(t *testing.T) {
	var references strings.Builder
	for i := range 77 {
		references.WriteString(`,{"namespace":"n","value":"` + strings.Repeat("v", i+1) + `"}`)
	}
	s, id := imported(t, household, set("references", "["+references.String()[1:]+"]"))
	if got := s.Row(`SELECT count(DISTINCT value), max(position), min(length(id)) FROM account_references WHERE account = ?`, id); got != "77|76|15" {
		t.Error(got)
	}
}
