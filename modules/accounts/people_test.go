package accounts

import (
	"testing"

	"dataimport/modules/kit/testing/kindtest"
)

func TestCustomers(t *testing.T) {
	testRules(t, household, []rule{
		{"no customers", edits(drop("customers")), []string{"required customers"}},
		{"an empty list", edits(set("customers", `[]`)), []string{"required customers"}},
		{"customers that are none", edits(set("customers", `{}`)), []string{"invalid_type customers"}},
		{"nobody, in words that cannot be read", edits(set("customers", `[]`), set("unknown_occupier", `"yes"`)), []string{"invalid_type unknown_occupier"}},
		{"nobody on a business account", edits(set("account_type", `"BUSINESS"`), set("customers", `[]`)), []string{"business_account_missing_customers customers"}},
		{"nobody on an account that another pays", edits(set("account_type", `"BUSINESS_THIRD_PARTY_BILLED"`), drop("customers")), []string{"business_account_missing_customers customers"}},
		{"nobody on a household that another pays for", edits(set("account_type", `"DOMESTIC_THIRD_PARTY_BILLED"`), drop("customers")), []string{"required customers"}},
		{"nobody on a vacant business account", edits(set("account_type", `"BUSINESS_VACANT"`), drop("customers")), nil},
		{"nobody on the account of an occupier", edits(set("account_type", `"DOMESTIC_OCCUPIER"`), set("customers", `[]`)), nil},
		{"nobody on an account of the system", edits(set("account_type", `"SYSTEM"`), drop("customers")), nil},
		{"nobody on an account that leads", edits(drop("account_type"), set("is_portfolio_lead", `true`), drop("customers")), nil},
		{"nobody on a managed account", edits(set("account_type", `"MANAGED"`), drop("customers")), []string{"required customers"}},
		{"nobody because nobody is known", edits(set("unknown_occupier", `true`), set("customers", `[]`)), nil},
		{"not even a list", edits(set("unknown_occupier", `true`), drop("customers")), nil},
		{"customers of an unknown occupier", edits(set("unknown_occupier", `true`)), []string{"customer_with_unknown_occupier customers"}},
		{"contact details of The Occupier", edits(set("customers.2", `{"given_name":"the","family_name":"OCCUPIER","email":"jo@example.com","contact_emails":["jo@example.org"],"mobile":"07700 123456","landline":"020 7946 0958","alternative_phone_numbers":[{"phone_number":"0113 496 0123"}]}`)),
			[]string{"customer_may_not_be_named_the_occupier customers.2.family_name", "contact_details_for_occupier customers.2.email", "contact_details_for_occupier customers.2.contact_emails",
				"contact_details_for_occupier customers.2.mobile", "contact_details_for_occupier customers.2.landline", "contact_details_for_occupier customers.2.alternative_phone_numbers"}},
		{"two types", edits(drop("account_type"), set("is_managed", `true`), set("is_portfolio_lead", `true`)), []string{"multiple_account_types_selected is_portfolio_lead"}},
		{"a flag beside another type", edits(set("is_portfolio_lead", `true`)), []string{"multiple_account_types_selected is_portfolio_lead"}},
		{"a flag of managed accounts beside another type", edits(set("is_managed", `true`)), []string{"multiple_account_types_selected is_managed"}},
		{"a flag beside its type", edits(set("account_type", `"MANAGED"`), set("is_managed", `true`), set("is_portfolio_lead", `null`)), nil},
		{"a flag that is false", edits(set("is_managed", `false`), set("is_portfolio_lead", `false`)), nil},
	})
}

func TestNames(t *testing.T) {
	const named = "customer_may_not_be_named_the_occupier customers.2."
	testRules(t, household, []rule{
		{"The Occupier", edits(set("customers.2", `{"given_name":"The","family_name":"Occupier"}`)), []string{named + "family_name"}},
		{"in one member", edits(set("customers.2", `{"family_name":" THE   occupier "}`)), []string{named + "family_name"}},
		{"as a title", edits(set("customers.2", `{"title":"The","family_name":"Occupier"}`)), nil},
		{"as a given name", edits(set("customers.2", `{"given_name":"The Occupier"}`)), []string{named + "given_name", "customer_family_name_required customers.2.family_name"}},
		{"a person called Occupier", edits(set("customers.2", `{"given_name":"Thea","family_name":"Occupier"}`)), nil},
		{"Mr Theoccupier", edits(set("customers.2", `{"title":"Mr","family_name":"Theoccupier"}`)), nil},
		{"no family name", edits(drop("customers.0.family_name")), []string{"customer_family_name_required customers.0.family_name"}},
		{"one of spaces", edits(set("customers.0.family_name", `"  "`)), []string{"customer_family_name_required customers.0.family_name"}},
		{"one that is too long", edits(set("customers.0.family_name", jsonText(256, "ń"))), []string{"too_long customers.0.family_name"}},
		{"one just short enough", edits(set("customers.0.family_name", jsonText(255, "ń"))), nil},
		{"combining marks", edits(set("customers.0.family_name", `"Nguyễ\u0303n"`)), nil},
		{"no family name on a vacant account", edits(set("account_type", `"DOMESTIC_VACANT"`), drop("customers.0.family_name")), nil},
		{"no family name where the type cannot be read", edits(set("account_type", `"Domestic"`), drop("customers.0.family_name")), []string{"invalid_choice account_type"}},
		{"no family name where none is needed", edits(set("account_type", `"MANAGED"`), drop("customers.0.family_name")), nil},
	})
}

func TestTheFamilyNameOfABusiness(t *testing.T) {
	for kind, want := range map[string]string{`"BUSINESS"`: "Business", `"BUSINESS_OCCUPIER"`: "Business", `"MANAGED"`: ""} {
		core, faults := read(t, company, facts(), set("account_type", kind))
		kindtest.Want(t, faults)
		if got := core.Customers[0].FamilyName; got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
	core, _ := read(t, company, facts(), set("customers.0.family_name", `"Núñez"`))
	if got := core.Customers[0].FamilyName; got != "Núñez" {
		t.Errorf("one that was sent became %q", got)
	}
}

func TestEmails(t *testing.T) {
	const at = "customers.0.email"
	testRules(t, household, []rule{
		{"none", edits(set(at, `"abc"`)), []string{"invalid_email " + at}},
		{"an empty one", edits(set(at, `""`)), nil},
		{"too long", edits(set(at, jsonText(255, "a"))), []string{"too_long " + at}},
		{"one of several", edits(set("customers.0.contact_emails.1", `"a@b"`)), []string{"invalid_email customers.0.contact_emails.1"}},
		{"of the bills", edits(set("billing_email", `"a b@example.com"`)), []string{"invalid_email billing_email"}},
		{"test before the @", edits(set(at, `"Test@example.com"`)), []string{"possible_test_email_address " + at}},
		{"xxx before the @", edits(set("billing_email", `"xxx@example.com"`)), []string{"possible_test_email_address billing_email"}},
		{"test.com", edits(set(at, `"jo@TEST.com"`)), []string{"possible_test_email_address " + at}},
		{"test.co.uk", edits(set(at, `"jo@test.co.uk"`)), []string{"possible_test_email_address " + at}},
		{"under xxx", edits(set("customers.0.contact_emails.0", `"jo@example.xxx"`)), []string{"possible_test_email_address customers.0.contact_emails.0"}},
		{"under xx", edits(set(at, `"jo@example.xx"`)), []string{"possible_test_email_address " + at}},
		{"not quite tests", edits(set("customers.0.contact_emails", `["tester@example.com","jo@contest.com","jo.test@example.com","jo@test.com.au","jo@xxx.example.com"]`)), nil},
		{"the supplier's own", edits(set(at, `"jo@ACME.example"`)), []string{"internal_email_address " + at}},
		{"one below that", edits(set("billing_email", `"jo@staff.acme.example"`)), []string{"internal_email_address billing_email"}},
		{"a name that only ends like it", edits(set(at, `"jo@notacme.example"`)), nil},
	})
	f := facts()
	f.Supplier = nil
	_, faults := read(t, household, f, set(at, `"jo@acme.example"`))
	kindtest.Want(t, faults)
}

func TestPhoneNumbers(t *testing.T) {
	testRules(t, household, []rule{
		{"letters", edits(set("customers.0.landline", `"abcde"`)), []string{"invalid_phone_number customers.0.landline"}},
		{"a number", edits(set("customers.0.mobile", `7700123456`)), nil},
		{"too short", edits(set("customers.0.mobile", `"07700 12345"`)), []string{"invalid_phone_number customers.0.mobile"}},
		{"too long a text", edits(set("customers.0.mobile", jsonText(33, "1"))), []string{"too_long customers.0.mobile"}},
		{"another of them", edits(set("customers.0.alternative_phone_numbers.1.phone_number", `"12"`)), []string{"invalid_phone_number customers.0.alternative_phone_numbers.1.phone_number"}},
		{"of another country", edits(set("customers.0.mobile", `"+353 85 012 3456"`)), nil},
	})
	f := facts()
	f.Supplier.Country = "FR"
	_, faults := read(t, `{"import_supplier":"A","external_account_number":"1","customers":[{"family_name":"Le Goff","mobile":"06 12 34 56 78","landline":"07700 123456 7"}]}`, f)
	kindtest.Want(t, faults, "invalid_phone_number customers.0.landline")
	f.Supplier = nil
	_, faults = read(t, household, f, set("customers.0.mobile", `"12"`))
	kindtest.Want(t, faults)
}

func TestWhatElseIsKnownOfCustomers(t *testing.T) {
	testRules(t, household, []rule{
		{"born tomorrow", edits(set("customers.1.date_of_birth", `"2024-07-02"`)), []string{"date_in_future customers.1.date_of_birth"}},
		{"born today", edits(set("customers.1.date_of_birth", `"2024-07-01"`)), nil},
		{"born on a day that is none", edits(set("customers.1.date_of_birth", `"2023-02-29"`)), []string{"invalid_date customers.1.date_of_birth"}},
		{"preferences and consents", edits(set("customers.1.customer_preferences", `{}`)), []string{"fields_are_mutually_exclusive customers.1.customer_preferences"}},
		{"preferences and no consents", edits(set("customers.0.consents", `[]`)), nil},
		{"two consents of a type", edits(set("customers.1.consents.1.type", `"MARKETING_EMAIL"`)), []string{"children_with_duplicate_values customers.1.consents.1.type"}},
		{"a consent of the future", edits(set("customers.1.consents.0.signed_at", `"2024-07-02T00:00:00Z"`)), []string{"date_in_future customers.1.consents.0.signed_at"}},
		{"a consent of today, elsewhere", edits(set("customers.1.consents.0.signed_at", `"2024-07-02T00:30:00+01:00"`)), nil},
		{"no such answer", edits(set("customers.1.consents.0.value", `"YES"`)), []string{"invalid_choice customers.1.consents.0.value"}},
		{"no namespace, twice", edits(drop("customers.0.user_details.0.namespace"), drop("customers.0.user_details.1.namespace")),
			[]string{"required customers.0.user_details.0.namespace", "required customers.0.user_details.1.namespace"}},
		{"metadata", edits(set("customers.0.metadata.1", `{"key":"legacy_contact_id","value":1}`)), []string{"metadata_has_duplicate_keys customers.0.metadata.1.key"}},
		{"a role that is no code", edits(set("customers.0.account_roles.1", `"bill\tpayer"`)), []string{"invalid_choice customers.0.account_roles.1"}},
		{"a bracket that is none", edits(set("customers.0.credit_risk_bracket", `"low"`)), []string{"invalid_choice customers.0.credit_risk_bracket"}},
		{"a score that is not whole", edits(set("customers.0.credit_score", `1.5`)), []string{"invalid_type customers.0.credit_score"}},
	})
}
