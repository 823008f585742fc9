package accounts

import (
	"testing"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/testing/kindtest"
)

// ruled is one change of a valid account of a supplier with these settings, and its faults.
type ruled struct {
	name     string
	document string
	rules    settings.Rules
	edits    []kindtest.Edit
	want     []string
}

func testSettings(t *testing.T, cases []ruled) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f := facts()
			f.Supplier.Rules = c.rules
			_, faults := read(t, c.document, f, c.edits...)
			kindtest.Want(t, faults, c.want...)
		})
	}
}

// Each setting that switches a rule on, on both of its sides.
func TestSettingsOfPeople(t *testing.T) {
	off, on := new(false), new(true)
	exclusive := settings.Rules{ExclusiveRoles: []string{"BILL_PAYER", "Tenant"}}
	const conflict = "customer_has_exclusive_role_conflict "
	testSettings(t, []ruled{
		{"managed accounts are off", household, settings.Rules{ManagedAccountsRefused: true}, edits(set("account_type", `"MANAGED"`)), []string{"managed_accounts_are_not_allowed account_type"}},
		{"managed accounts are off, by the flag", household, settings.Rules{ManagedAccountsRefused: true}, edits(drop("account_type"), set("is_managed", `true`)), []string{"managed_accounts_are_not_allowed is_managed"}},
		{"managed accounts are off, of a household", household, settings.Rules{ManagedAccountsRefused: true}, nil, nil},
		{"consents are off", household, settings.Rules{ConsentsRefused: true}, nil, []string{"field_not_enabled consents", "field_not_enabled customers.1.consents"}},
		{"consents are off, and there are none", household, settings.Rules{ConsentsRefused: true}, edits(set("consents", `[]`), drop("customers.1.consents")), nil},
		{"credit references are off", household, settings.Rules{CAISReferencesRefused: true}, nil, []string{"cais_references_not_supported debts.0.cais_reference"}},
		{"credit references are off, in the old form", household, settings.Rules{CAISReferencesRefused: true}, edits(drop("debts"), set("debt", `{"cais_reference":"C"}`)), []string{"cais_references_not_supported debt.cais_reference"}},
		{"customers are optional", household, settings.Rules{CustomersOptional: on}, edits(drop("customers")), nil},
		{"customers are not optional", household, settings.Rules{CustomersOptional: off}, edits(drop("customers")), []string{"required customers"}},
		{"customers of a business are not", household, settings.Rules{CustomersOptional: on}, edits(set("account_type", `"BUSINESS"`), drop("customers")), []string{"business_account_missing_customers customers"}},
		{"a registration of a business", company, settings.Rules{RegistrationFlowsSent: true}, nil, []string{"customer_given_name_required customers.0.given_name"}},
		{"a registration of a known person", company, settings.Rules{RegistrationFlowsSent: true}, edits(set("customers.0.given_name", `"Zoë"`)), nil},
		{"a registration of a household", household, settings.Rules{RegistrationFlowsSent: true}, edits(drop("customers.0.given_name")), nil},
		{"roles are required", household, settings.Rules{UserRoleRequired: true}, nil, []string{"required_user_role customers.2.account_roles"}},
		{"roles are required, of any kind", household, settings.Rules{UserRoleRequired: true}, edits(set("customers.2.role", `"Lead"`)), nil},
		{"an exclusive role beside another", household, exclusive, nil, []string{conflict + "customers.0.account_roles.1"}},
		{"an exclusive role alone", household, exclusive, edits(set("customers.0.account_roles", `["BILL_PAYER"]`), set("customers.0.portfolio_roles", `["BILL_PAYER"]`)), nil},
		{"two exclusive roles", household, exclusive, edits(drop("customers.0.portfolio_roles"), set("customers.0.account_roles", `["BILL_PAYER"]`), set("customers.0.role", `"Tenant"`)),
			[]string{conflict + "customers.0.account_roles.0", conflict + "customers.0.role"}},
		{"an exclusive role of a user", company, exclusive, edits(set("business.users", `[{"family_name":"O","account_roles":["OTHER"],"business_roles":["Tenant"]}]`)),
			[]string{conflict + "business.users.0.business_roles.0"}},
		{"teams are allocated", household, settings.Rules{TeamsAllocated: true}, edits(set("operations_team_name", `"Migration"`)), []string{"operations_team_provided_when_using_auto_allocation operations_team_name"}},
		{"teams are allocated, and none is named", household, settings.Rules{TeamsAllocated: true}, nil, nil},
	})
}

func TestSettingsOfBusinesses(t *testing.T) {
	linked, described := settings.Rules{BusinessLinkedByContract: new(true)}, settings.Rules{BusinessLinkedByContract: new(false)}
	created := settings.Rules{PortfoliosCreated: true}
	const unwanted = "business_information_not_required_if_linking_via_contract business."
	testSettings(t, []ruled{
		{"no business where contracts exist", company, settings.Rules{BusinessRequired: true}, edits(drop("business")), []string{"business_field_required business"}},
		{"no business that can be read", company, settings.Rules{BusinessRequired: true}, edits(set("business", `1`)), []string{"invalid_type business"}},
		{"no business of a household", household, settings.Rules{BusinessRequired: true}, nil, nil},
		{"linked, with no contract and all else", company, linked, edits(set("business.details", `[{"key":"a","value":1}]`)),
			[]string{"missing_contract_identifier business.business_contract_identifiers", unwanted + "company_name", unwanted + "company_number", unwanted + "business_type", unwanted + "segment_name", unwanted + "details"}},
		{"linked, with users and portfolios", company, linked, edits(set("business", `{"business_contract_identifier":"C","users":[{"business_roles":["X"]}],"portfolios":[{"portfolio_references":[{"namespace":"n","value":"v"}]}]}`)),
			[]string{unwanted + "users", unwanted + "portfolios"}},
		{"linked by one contract", company, linked, edits(set("business", `{"business_contract_identifier":"C"}`)), nil},
		{"linked by several", company, linked, edits(set("business", `{"business_contract_identifiers":["C","D"]}`)), nil},
		{"linked, and there is no business", company, linked, edits(drop("business")), nil},
		{"described by nothing", company, described, edits(set("business", `{"business_contract_identifiers":["C"]}`)), []string{"business_information_required_if_not_linking_via_contract business"}},
		{"described by a name", company, described, edits(set("business", `{"company_name":"Café"}`)), nil},
		{"portfolios are created", company, created, nil, []string{"portfolio_references_provided portfolio.portfolio_references"}},
		{"portfolios are created with settings", company, created, edits(set("account_type", `"PORTFOLIO_LEAD"`), set("portfolio", `{"portfolio_settings":{"collective_billing":true}}`)), nil},
	})
}

func TestUsersOfABusiness(t *testing.T) {
	const at = "business.users.0."
	user := set("business.users", `[{"given_name":"Zoë","email":"zoe@example.com","mobile":"07700 123456","business_roles":["Site manager"]}]`)
	testRules(t, company, []rule{
		{"a user without a family name", edits(user), nil},
		{"a user without a role", edits(user, drop(at+"business_roles")), []string{"required " + at + "business_roles"}},
		{"an address that is none", edits(user, set(at+"email", `"zoe"`)), []string{"invalid_email " + at + "email"}},
		{"a number that is none", edits(user, set(at+"mobile", `"12"`)), []string{"invalid_phone_number " + at + "mobile"}},
		{"a role of the business among customers", edits(set("customers.0.business_roles", `["X"]`)), []string{"unknown_field customers.0.business_roles"}},
		{"two consents of a type", edits(user, set(at+"consents", `[{"type":"A","value":"ACCEPTED"},{"type":"A","value":"REJECTED"}]`)), []string{"children_with_duplicate_values " + at + "consents.1.type"}},
		{"a detail twice", edits(set("business.details", `[{"key":"a","value":1},{"key":"a","value":null}]`)), []string{"children_with_duplicate_values business.details.1.key"}},
		{"a detail without a value", edits(set("business.details", `[{"key":"a"}]`)), []string{"required business.details.0.value"}},
		{"a portfolio without references", edits(set("business.portfolios", `[{"billing_name":"North"}]`)), []string{"required business.portfolios.0.portfolio_references"}},
		{"a portfolio with two references in a namespace", edits(set("business.portfolios", `[{"portfolio_references":[{"namespace":"n","value":"1"},{"namespace":"n","value":"2"}]}]`)),
			[]string{"duplicate_portfolio_references business.portfolios.0.portfolio_references.1.namespace"}},
		{"settings of a portfolio", edits(set("business.portfolios", `[{"portfolio_references":[{"namespace":"n","value":"1"}],"portfolio_settings":{}}]`)),
			[]string{"portfolio_settings_included_when_not_lead business.portfolios.0.portfolio_settings"}},
		{"an empty note of a portfolio", edits(set("portfolio.notes", `[{}]`)), []string{"note_body_or_document_path_not_found portfolio.notes.0.body"}},
		{"a note that is unpinned too soon", edits(set("portfolio.notes", `[{"body":"x","created_at":"2024-02-01T00:00:00Z","unpin_at":"2024-01-31T00:00:00Z"}]`)),
			[]string{"note_unpin_at_earlier_than_creation_date portfolio.notes.0.unpin_at"}},
		{"a path out of the root", edits(set("portfolio.notes", `[{"document_paths":[{"document_path":"../a.pdf"}]}]`)), []string{"invalid_document_path portfolio.notes.0.document_paths.0.document_path"}},
		{"a partner that ends before it begins", edits(set("partner_organisations", `[{"organisation_number":"1","role":"X","valid_from":"2024-02-01T00:00:00Z","valid_to":"2024-01-01T00:00:00Z"}]`)),
			[]string{"start_date_later_than_end_date partner_organisations.0.valid_from"}},
		{"a partner without a role", edits(set("partner_organisations", `[{"organisation_number":"1","valid_from":"2024-02-01T00:00:00Z","valid_to":"2024-03-01T00:00:00Z"}]`)),
			[]string{"required partner_organisations.0.role"}},
	})
}

// Details are of the form that the supplier has set for their names, in either form.
func TestDescribedDetails(t *testing.T) {
	described := func(t *testing.T, list settings.List, text string) map[settings.List]*settings.ClosedList {
		closed, err := settings.ParseList(list, text)
		if err != nil {
			t.Fatal(err)
		}
		return map[settings.List]*settings.ClosedList{list: closed}
	}
	const customers = `{"tier": {"type": "string", "pattern": "^(gold|silver)$", "required": true}, "age": {"type": "integer"}}`
	const business = `{"sector": {"pattern": "^[A-Z]{2}$", "required": true}, "employees": {"type": "integer"}}`
	one := edits(drop("customers.2"), drop("customers.1"), drop("customers.0.user_details"))
	for _, c := range []struct {
		name, document string
		list           settings.List
		text           string
		edits          []kindtest.Edit
		want           []string
	}{
		{"none", household, settings.CustomerDetailNamespaces, customers, one, []string{"required_customer_details_namespace_missing customers.0.user_details"}},
		{"right", household, settings.CustomerDetailNamespaces, customers, append(one, set("customers.0.user_details", `[{"namespace":"tier","value":"gold"},{"namespace":"age","value":7}]`)), nil},
		{"of other types", household, settings.CustomerDetailNamespaces, customers, append(one, set("customers.0.user_details", `[{"namespace":"tier","value":1},{"namespace":"age","value":"7"}]`)),
			[]string{"customer_detail_incorrect_value_type customers.0.user_details.0.value", "customer_detail_incorrect_value_type customers.0.user_details.1.value"}},
		{"of another form", household, settings.CustomerDetailNamespaces, customers, append(one, set("customers.0.user_details", `[{"namespace":"tier","value":"tin"}]`)),
			[]string{"customer_detail_failed_validation customers.0.user_details.0.value"}},
		{"in the old form", household, settings.CustomerDetailNamespaces, customers, append(one, set("customers.0.details", `{"age":1.5,"tier":"tin"}`)),
			[]string{"customer_detail_incorrect_value_type customers.0.details.age", "customer_detail_failed_validation customers.0.details.tier"}},
		{"in both forms", household, settings.Vendors, "x", append(one, set("customers.0.details", `{"tier":"gold"}`), set("customers.0.user_details", `[{"namespace":"tier","value":"gold"}]`)),
			[]string{"customer_details_and_user_details_both_provided customers.0.details"}},
		{"in an old form that is empty", household, settings.Vendors, "x", append(one, set("customers.0.details", `{}`), set("customers.0.user_details", `[{"namespace":"tier","value":"gold"}]`)), nil},
		{"of a business", company, settings.BusinessDetailKeys, business, edits(set("business.details", `[{"key":"sector","value":"Food"},{"key":"employees","value":"12"}]`)),
			[]string{"business_detail_failed_validation business.details.0.value", "business_detail_incorrect_value_type business.details.1.value"}},
		{"of a business, right", company, settings.BusinessDetailKeys, business, edits(set("business.details", `[{"key":"sector","value":"FB"},{"key":"employees","value":12}]`)), nil},
		{"of a business, missing", company, settings.BusinessDetailKeys, business, nil, []string{"required business.details"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := facts()
			f.Supplier.Closed = described(t, c.list, c.text)
			_, faults := read(t, c.document, f, c.edits...)
			kindtest.Want(t, faults, c.want...)
		})
	}
}

// What an old form says is stored as the new form does.
func TestImportOfOldForms(t *testing.T) {
	s, id := imported(t, company, set("account_type", `"MANAGED"`), set("is_managed", `true`), drop("business"), set("business_type", `"LTD"`), set("company_number", `"sc123456"`),
		set("customers.0.details", `{"tier":"gold","age":7}`), set("customers.0.role", `"Lead"`), set("customers.0.portfolio_roles", `["OTHER"]`), set("debt", `{"agency_name":"Northgate"}`),
		set("affiliate_subdomain", `"bakers"`))
	wantRows(t, s.Rows(`SELECT account_type, company_number, business, affiliate_subdomain FROM accounts WHERE id = ?`, id), `MANAGED|SC123456|{"company_number":"SC123456","business_type":"LTD"}|bakers`)
	wantRows(t, s.Rows(`SELECT portfolio_roles, user_details FROM customers WHERE account = ?`, id), `["OTHER","Lead"]|[{"namespace":"age","value":7},{"namespace":"tier","value":"gold"}]`)
	wantRows(t, s.Rows(`SELECT position, agency_name FROM debts WHERE account = ?`, id), `0|Northgate`)
}

func TestImportOfABusinessInFull(t *testing.T) {
	s, id := imported(t, company, drop("billing_address1"), drop("billing_address3"), drop("billing_postcode"), drop("billing_delivery_point_identifier"),
		set("billing_address", `{"country":"GB","name":"Zoë Núñez","organization":"Café","postal_code":"LS1 4AP"}`),
		set("business.users", `[{"given_name":"Zoë","business_roles":["Site manager"],"title":null}]`), set("business.details", `[{"key":"employees","value":12}]`),
		set("portfolio.notes", `[{"body":"Call first","is_pinned":true}]`),
		set("partner_organisations", `[{"organisation_number":"PO-1","role":"Debt adviser","valid_from":"2024-01-01T00:00:00Z","valid_to":"2024-02-01T00:00:00Z"}]`))
	wantRows(t, s.Rows(`SELECT business ->> '$.users', business ->> '$.details', portfolio ->> '$.notes', partner_organisations FROM accounts WHERE id = ?`, id),
		`[{"given_name":"Zoë","business_roles":["Site manager"]}]|[{"key":"employees","value":12}]|[{"body":"Call first","is_pinned":true}]`+
			`|[{"organisation_number":"PO-1","role":"Debt adviser","valid_from":"2024-01-01T00:00:00Z","valid_to":"2024-02-01T00:00:00Z"}]`)
	wantRows(t, s.Rows(`SELECT name, organization, street_address, country FROM addresses WHERE account = ?`, id), `Zoë Núñez|Café||GB`)
}
