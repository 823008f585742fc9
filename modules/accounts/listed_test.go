package accounts

import (
	"testing"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/testing/kindtest"
)

// closed is a supplier's lists, of which these are closed with a value that no
// sample has.
func closed(lists ...settings.List) map[settings.List]*settings.ClosedList {
	all := make(map[settings.List]*settings.ClosedList)
	for _, list := range lists {
		all[list] = settings.NewClosedList("OTHER")
	}
	return all
}

// Every code of the samples is refused once its list is closed, and no other.
func TestListsOfTheCore(t *testing.T) {
	const choice, detail = "invalid_choice ", "customer_detail_not_registered "
	const partner = `[{"organisation_number":"PO-1","role":"Debt adviser","valid_from":"2024-01-01T00:00:00Z","valid_to":"2024-02-01T00:00:00Z"}]`
	for _, c := range []struct {
		document string
		list     settings.List
		edits    []kindtest.Edit
		want     []string
	}{
		{household, settings.AccountRoles, nil, []string{choice + "customers.0.account_roles.0", choice + "customers.0.account_roles.1", choice + "customers.1.account_roles.0"}},
		{household, settings.PortfolioRoles, nil, []string{choice + "customers.0.portfolio_roles.0"}},
		{company, settings.BusinessSegments, nil, []string{choice + "business.segment_name"}},
		{household, settings.Campaigns, nil, []string{"campaign_not_found account_campaigns.0.slug", "campaign_not_found account_campaigns.1.slug"}},
		{household, settings.Campaigns, edits(set("account_campaigns", `[{"campaign_name":"A"}]`)), []string{"campaign_not_found account_campaigns.0.campaign_name"}},
		{company, settings.ComponentTypes, nil, []string{choice + "payment_plans.0.payments.0.amount_components.0.component_type", choice + "payment_plans.0.payments.0.amount_components.1.component_type"}},
		{household, settings.ConsentTypes, nil, []string{choice + "consents.0.type", choice + "customers.1.consents.0.type", choice + "customers.1.consents.1.type"}},
		{household, settings.DebtCollectionAgencies, nil, []string{"debt_collection_agency_does_not_exist debts.0.agency_name"}},
		{household, settings.DebtCampaigns, nil, []string{choice + "debts.0.campaign"}},
		{household, settings.DunningPaths, nil, []string{"dunning_path_not_found dunning_path.path_name"}},
		{household, settings.LedgerCodes, nil, nil},
		{household, settings.LedgerCodes, edits(set("payment_promises.0.ledger_code", `"GAS"`), set("payment_schedules", `[{"means":"DD","start_date":"2024-01-01","amount":1,"frequency":"WEEKLY","ledger_code":"GAS"}]`)),
			[]string{"ledger_code_does_not_exist payment_promises.0.ledger_code", "ledger_code_does_not_exist payment_schedules.0.ledger_code"}},
		{company, settings.PaymentPlanStrategies, nil, []string{choice + "payment_plans.0.strategy_name"}},
		{household, settings.PaymentTypes, nil, []string{choice + "payment_schedules.2.instalments.0.payment_type"}},
		{household, settings.ReferenceNamespaces, nil, []string{"invalid_reference_namespace references.0.namespace", "invalid_reference_namespace references.1.namespace", "invalid_reference_namespace references.2.namespace"}},
		{company, settings.ReferenceNamespaces, nil, []string{"invalid_reference_namespace portfolio.portfolio_references.0.namespace"}},
		{household, settings.SalesChannels, nil, []string{choice + "sales_channel"}},
		{household, settings.SalesSubchannels, nil, []string{choice + "sales_subchannel"}},
		{household, settings.CustomerDetailNamespaces, nil, []string{detail + "customers.0.user_details.0.namespace", detail + "customers.0.user_details.1.namespace", detail + "customers.1.user_details.0.namespace", detail + "customers.1.user_details.1.namespace"}},
		{household, settings.CustomerDetailNamespaces, edits(drop("customers.1.user_details"), drop("customers.0.user_details"), set("customers.0.details", `{"OTHER":1,"shoe.size":2}`)), []string{detail + "customers.0.details.shoe.size"}},
		{household, settings.Pronouns, nil, []string{choice + "customers.0.pronouns"}},
		{household, settings.Pronouns, edits(set("customers.0.pronouns", `"they/them"`)), []string{choice + "customers.0.pronouns"}},
		{household, settings.PortfolioRoles, edits(drop("customers.0.portfolio_roles"), set("customers.1.role", `"Lead"`)), []string{choice + "customers.1.role"}},
		{company, settings.BusinessDetailKeys, edits(set("business.details", `[{"key":"OTHER","value":1},{"key":"employees","value":12}]`)), []string{choice + "business.details.1.key"}},
		{company, settings.BusinessRoles, edits(set("business.users", `[{"family_name":"O","business_roles":["Site manager","OTHER"]}]`)), []string{choice + "business.users.0.business_roles.0"}},
		{company, settings.AccountRoles, edits(set("business.users", `[{"family_name":"O","business_roles":["X"],"account_roles":["Y"]}]`)), []string{choice + "business.users.0.account_roles.0"}},
		{company, settings.ReferenceNamespaces, edits(drop("portfolio"), set("business.portfolios", `[{"portfolio_references":[{"namespace":"crm","value":"1"}]}]`)), []string{"invalid_reference_namespace business.portfolios.0.portfolio_references.0.namespace"}},
		{company, settings.PartnerOrganisations, edits(set("partner_organisations", partner)), []string{"partner_organisation_does_not_exist partner_organisations.0.organisation_number"}},
		{company, settings.PartnerOrganisationRoles, edits(set("partner_organisations", partner)), []string{choice + "partner_organisations.0.role"}},
		{company, settings.DebtCollectionAgencies, edits(set("debt", `{"agency_name":"Northgate"}`)), []string{"debt_collection_agency_does_not_exist debt.agency_name"}},
		{household, settings.Vendors, nil, nil},
		{household, settings.SalesChannels, edits(set("sales_channel", `"OTHER"`)), nil},
		{household, settings.SalesChannels, edits(drop("sales_channel")), nil},
		{household, settings.AccountRoles, edits(drop("customers.1.account_roles"), set("customers.0.account_roles", `["OTHER","bill payer"]`)), []string{choice + "customers.0.account_roles.1"}},
	} {
		t.Run(string(c.list), func(t *testing.T) {
			f := facts()
			f.Supplier.Closed = closed(c.list)
			_, faults := read(t, c.document, f, c.edits...)
			kindtest.Want(t, faults, c.want...)
		})
	}
}

// A value in a namespace that is unique belongs to one customer of the account.
func TestNamespacesThatIdentifyAPerson(t *testing.T) {
	const repeated = "repeated_values_for_unique_customer_detail_namespace "
	same := edits(set("customers.1.user_details.0.value", `"100200300"`))
	for _, c := range []struct {
		unique []string
		edits  []kindtest.Edit
		want   []string
	}{
		{nil, same, nil},
		{nil, edits(set("customers.0.user_details.0.namespace", `"external_user_id"`), set("customers.1.user_details.0", `{"namespace":"external_user_id","value":"100200300"}`)), []string{repeated + "customers.1.user_details.0.value"}},
		{nil, edits(set("customers.0.user_details", `[{"namespace":"external_user_id","value":"1"},{"namespace":"external_user_id","value":"1"}]`)), nil},
		{[]string{"loyalty-tier"}, same, []string{repeated + "customers.1.user_details.1.value"}},
		{[]string{"Loyalty-tier"}, same, nil},
		{[]string{"loyalty-tier", "legacy-crm-id"}, same, []string{repeated + "customers.1.user_details.0.value", repeated + "customers.1.user_details.1.value"}},
	} {
		f := facts()
		f.Supplier.Rules.UniqueCustomerDetails = c.unique
		_, faults := read(t, household, f, c.edits...)
		kindtest.Want(t, faults, c.want...)
	}
}
