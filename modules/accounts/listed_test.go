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
	const choice = "invalid_choice "
	for _, c := range []struct {
		document string
		list     settings.List
		edits    []kindtest.Edit
		want     []string
	}{
		{household, settings.AccountRoles, nil, []string{choice + "customers.0.account_roles.0", choice + "customers.0.account_roles.1", choice + "customers.1.account_roles.0"}},
		{household, settings.PortfolioRoles, nil, []string{choice + "customers.0.portfolio_roles.0"}},
		{company, settings.BusinessSegments, nil, []string{choice + "business.segment_name"}},
		{household, settings.Campaigns, nil, []string{choice + "account_campaigns.0.slug", choice + "account_campaigns.1.slug"}},
		{household, settings.Campaigns, edits(set("account_campaigns", `[{"campaign_name":"A"}]`)), []string{choice + "account_campaigns.0.campaign_name"}},
		{company, settings.ComponentTypes, nil, []string{choice + "payment_plans.0.payments.0.amount_components.0.component_type", choice + "payment_plans.0.payments.0.amount_components.1.component_type"}},
		{household, settings.ConsentTypes, nil, []string{choice + "consents.0.type", choice + "customers.1.consents.0.type", choice + "customers.1.consents.1.type"}},
		{household, settings.DebtCollectionAgencies, nil, []string{choice + "debts.0.agency_name"}},
		{household, settings.DebtCampaigns, nil, []string{choice + "debts.0.campaign"}},
		{household, settings.DunningPaths, nil, []string{choice + "dunning_path.path_name"}},
		{household, settings.LedgerCodes, nil, nil},
		{household, settings.LedgerCodes, edits(set("payment_promises.0.ledger_code", `"GAS"`), set("payment_schedules", `[{"means":"DD","start_date":"2024-01-01","amount":1,"frequency":"WEEKLY","ledger_code":"GAS"}]`)),
			[]string{"ledger_code_does_not_exist payment_promises.0.ledger_code", "ledger_code_does_not_exist payment_schedules.0.ledger_code"}},
		{company, settings.PaymentPlanStrategies, nil, []string{choice + "payment_plans.0.strategy_name"}},
		{household, settings.PaymentTypes, nil, []string{choice + "payment_schedules.2.instalments.0.payment_type"}},
		{household, settings.ReferenceNamespaces, nil, []string{choice + "references.0.namespace", choice + "references.1.namespace", choice + "references.2.namespace"}},
		{company, settings.ReferenceNamespaces, nil, []string{choice + "portfolio.portfolio_references.0.namespace"}},
		{household, settings.SalesChannels, nil, []string{choice + "sales_channel"}},
		{household, settings.SalesSubchannels, nil, []string{choice + "sales_subchannel"}},
		{household, settings.CustomerDetailNamespaces, nil, []string{choice + "customers.0.user_details.0.namespace", choice + "customers.0.user_details.1.namespace", choice + "customers.1.user_details.0.namespace", choice + "customers.1.user_details.1.namespace"}},
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
