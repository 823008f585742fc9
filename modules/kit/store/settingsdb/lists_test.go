package settingsdb_test

import (
	"reflect"
	"slices"
	"testing"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"

	"github.com/shopspring/decimal"
)

// A list is closed for its supplier alone, from the next request on, and open again
// when its record is gone.
func TestListsAreClosedAndOpened(t *testing.T) {
	o := newFixture(t)
	other := o.save("suppliers", map[string]any{"code": "OTHER", "status": "Ongoing"})
	if o.current().Supplier("ACME").Closed != nil {
		t.Error("a list is closed that nobody closed")
	}
	list := o.save("closed_lists", map[string]any{"supplier": o.supplier.Id, "list": "reasons", "values": "A\nB"})
	o.save("closed_lists", map[string]any{"supplier": other.Id, "list": "vendors", "values": `["sandbox"]`})
	s := o.current()
	reasons := s.Supplier("ACME").Closed[settings.Reasons]
	if !reasons.Has("A") || reasons.Has("a") || reasons.Has("") || !slices.Equal(reasons.Values(), []string{"A", "B"}) {
		t.Errorf("reasons %v", reasons.Values())
	}
	if s.Supplier("ACME").Closed[settings.Vendors] != nil || !s.Supplier("OTHER").Closed[settings.Vendors].Has("sandbox") {
		t.Error("a list of another supplier")
	}
	list.Set("values", "C")
	o.must(o.Save(list))
	if reasons := o.current().Supplier("ACME").Closed[settings.Reasons]; reasons.Has("A") || !reasons.Has("C") {
		t.Errorf("reasons %v", reasons.Values())
	}
	o.must(o.Delete(list))
	if o.current().Supplier("ACME").Closed != nil {
		t.Error("the list is still closed")
	}
}

// What is written past the hooks and cannot be read allows nothing: that is noticed.
func TestAListThatCannotBeRead(t *testing.T) {
	o := newFixture(t)
	o.execute(o.DB(), `INSERT INTO closed_lists (id, supplier, list, "values") VALUES ('`+database.NewID()+`', '`+o.supplier.Id+`', 'reasons', '[')`)
	o.execute(o.DB(), `INSERT INTO closed_lists (id, supplier, list, "values") VALUES ('`+database.NewID()+`', 'nobody', 'reasons', 'A')`)
	if reasons := o.current().Supplier("ACME").Closed[settings.Reasons]; reasons == nil || len(reasons.Values()) > 0 {
		t.Errorf("reasons %v", reasons)
	}
}

func TestUniqueNamespaces(t *testing.T) {
	o := newFixture(t)
	if s := o.current().Supplier("ACME"); len(s.Rules.UniqueReferences)+len(s.Rules.UniqueCustomerDetails) > 0 {
		t.Errorf("%v %v", s.Rules.UniqueReferences, s.Rules.UniqueCustomerDetails)
	}
	o.supplier.Load(map[string]any{"unique_reference_namespaces": "legacy-crm, legacy.billing\nX", "unique_customer_detail_namespaces": "sap_id"})
	o.must(o.Save(o.supplier))
	s := o.current().Supplier("ACME")
	if !slices.Equal(s.Rules.UniqueReferences, []string{"legacy-crm", "legacy.billing", "X"}) || !slices.Equal(s.Rules.UniqueCustomerDetails, []string{"sap_id"}) {
		t.Errorf("%v %v", s.Rules.UniqueReferences, s.Rules.UniqueCustomerDetails)
	}
}

// Each setting that switches a rule on is read from its column. Without settings the rules
// accept everything.
func TestTheSettingsOfRules(t *testing.T) {
	o := newFixture(t)
	if got := o.current().Supplier("ACME").Rules; !reflect.DeepEqual(got, settings.Rules{InternalEmails: []string{}}) {
		t.Errorf("a new supplier has %+v", got)
	}
	o.supplier.Load(map[string]any{
		"managed_accounts": "off", "consents": "off", "cais_references": "off", "fictional_phone_numbers": "off", "billing_document_identifiers": "required",
		"customers_optional": "off", "operations_team_allocation": "auto", "creates_portfolios": true, "send_registration_flows": true,
		"require_user_role": true, "enforce_business_contracts_exist": true, "link_account_to_business_with_contract": "true",
		"payment_day_min": 2, "payment_day_max": 28, "payment_schedule_minimum": "5.50", "exclusive_roles": "Site manager, OWNER\nTenant",
		"internal_emails": "Acme.example zoe@bureau.example",
	})
	o.must(o.Save(o.supplier))
	want := settings.Rules{
		ManagedAccountsRefused: true, ConsentsRefused: true, CAISReferencesRefused: true, FictionalPhonesRefused: true, BillingDocumentIdentifiers: settings.Required,
		CustomersOptional: new(false), TeamsAllocated: true, PortfoliosCreated: true, RegistrationFlowsSent: true, UserRoleRequired: true,
		BusinessRequired: true, BusinessLinkedByContract: new(true), FirstPaymentDay: 2, LastPaymentDay: 28,
		PaymentScheduleMinimum: decimal.RequireFromString("5.50"), ExclusiveRoles: []string{"Site manager", "OWNER", "Tenant"},
		InternalEmails: []string{"acme.example", "zoe@bureau.example"},
	}
	if got := o.current().Supplier("ACME").Rules; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}
