package accounts

import (
	"testing"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/testing/kindtest"
)

func TestBusiness(t *testing.T) {
	number := "business.company_number"
	testRules(t, company, []rule{
		{"a household with a business", edits(drop("account_type"), set("customers.0.family_name", `"Núñez"`), drop("account_billing_options")),
			[]string{"business_fields_provided_for_domestic_accounts business.business_type", "business_fields_provided_for_domestic_accounts business.company_number"}},
		{"a household with the name of one", edits(set("account_type", `"DOMESTIC_OCCUPIER"`), set("customers.0.family_name", `"Núñez"`), drop("account_billing_options"), set("business", `{"company_name":"Café Núñez"}`)), nil},
		{"a household with the old members", edits(drop("account_type"), set("customers.0.family_name", `"Núñez"`), drop("account_billing_options"), drop("business"), set("business_type", `"LTD"`), set("company_number", `"00445790"`)),
			[]string{"business_fields_provided_for_domestic_accounts business_type", "business_fields_provided_for_domestic_accounts company_number"}},
		{"an old number that is none", edits(drop("business"), set("company_number", `"445790"`)), []string{"invalid_company_number company_number"}},
		{"a type that cannot be read", edits(set("account_type", `"COMPANY"`)), []string{"invalid_choice account_type"}},
		{"seven digits", edits(set(number, `"1234567"`)), []string{"invalid_company_number business.company_number"}},
		{"eight digits", edits(set(number, `12345678`)), nil},
		{"three letters", edits(set(number, `"ABC12345"`)), []string{"invalid_company_number business.company_number"}},
		{"a form that is none", edits(set("business.business_type", `"GMBH"`)), []string{"invalid_choice business.business_type"}},
	})
	f := facts()
	f.Supplier.Country = "AU"
	if _, faults := read(t, company, f, set(number, `"ACN 004 085 616"`), drop("billing_postcode"), drop("customers.0.landline")); len(faults) > 0 {
		t.Errorf("an Australian number: %v", faults)
	}
}

func TestPortfolio(t *testing.T) {
	testRules(t, company, []rule{
		{"no references", edits(drop("portfolio.portfolio_references")), nil},
		{"null", edits(set("portfolio", `null`)), nil},
		{"settings without references", edits(set("account_type", `"PORTFOLIO_LEAD"`), drop("portfolio.portfolio_references"), set("portfolio.portfolio_settings", `{}`)), []string{"portfolio_references_missing portfolio.portfolio_references"}},
		{"an empty list", edits(set("portfolio.portfolio_references", `[]`)), nil},
		{"no list", edits(set("portfolio.portfolio_references", `1`)), []string{"invalid_type portfolio.portfolio_references"}},
		{"no portfolio", edits(drop("portfolio")), nil},
		{"a reference twice", edits(set("portfolio.portfolio_references.1", `{"namespace":"portfolio-number","value":"PF-1"}`)),
			[]string{"duplicate_portfolio_references portfolio.portfolio_references.1.namespace"}},
		{"another value", edits(set("portfolio.portfolio_references.1", `{"namespace":"portfolio-number","value":"PF-2"}`)),
			[]string{"duplicate_portfolio_references portfolio.portfolio_references.1.namespace"}},
		{"another namespace", edits(set("portfolio.portfolio_references.1", `{"namespace":"crm","value":"PF-1"}`)), nil},
		{"settings", edits(set("portfolio.portfolio_settings", `{"collective_billing":true}`)), []string{"portfolio_settings_included_when_not_lead portfolio.portfolio_settings"}},
		{"settings of one that is managed", edits(set("account_type", `"MANAGED"`), set("portfolio.portfolio_settings", `{}`)), []string{"portfolio_settings_included_when_not_lead portfolio.portfolio_settings"}},
		{"settings of the lead", edits(set("account_type", `"PORTFOLIO_LEAD"`), set("portfolio.portfolio_settings", `{"collective_billing":true}`)), nil},
		{"settings where the type cannot be read", edits(set("account_type", `1`), set("portfolio.portfolio_settings", `{}`)), []string{"invalid_choice account_type"}},
	})
}

func TestBillingOptions(t *testing.T) {
	const at = "account_billing_options"
	const needed = "account_billing_options_period_data_required " + at
	testRules(t, company, []rule{
		{"of a household", edits(set("account_type", `"DOMESTIC"`), set("customers.0.family_name", `"Núñez"`), drop("business")), nil},
		{"nothing", edits(set(at, `{}`)), []string{needed + ".period_length", needed + ".period_start_day"}},
		{"nothing, and not the industry's", edits(set(at, `{"use_industry_billing":false}`)), []string{needed + ".period_length", needed + ".period_start_day"}},
		{"no length", edits(drop(at + ".period_length")), []string{needed + ".period_length"}},
		{"a length that is none", edits(set(at+".period_length", `"WEEKLY"`)), []string{"invalid_choice account_billing_options.period_length"}},
		{"no start", edits(drop(at + ".period_start_day")), []string{needed + ".period_start_day"}},
		{"a start that is none", edits(set(at+".period_start_day", `29`)), []string{"out_of_range account_billing_options.period_start_day"}},
		{"a month that is none", edits(set(at+".period_start_month", `13`)), []string{"out_of_range account_billing_options.period_start_month"}},
		{"no multiplier, no month", edits(drop(at+".period_length_multiplier"), drop(at+".period_start_month")), nil},
		{"no time at all", edits(set(at+".period_length_multiplier", `0`)), []string{"out_of_range account_billing_options.period_length_multiplier"}},
		{"the industry's", edits(set(at, `{"use_industry_billing":true}`)), nil},
		{"the industry's and its own", edits(set(at, `{"use_industry_billing":true,"period_start_month":1}`)),
			[]string{"account_billing_options_industry_billing_with_period_data account_billing_options.use_industry_billing"}},
		{"the industry's, perhaps", edits(set(at, `{"use_industry_billing":"true"}`)), []string{"invalid_type account_billing_options.use_industry_billing"}},
		{"a quarter without a date", edits(drop("next_bill_due_date")), nil},
		{"a quarter with a date that is none", edits(set("next_bill_due_date", `"soon"`)), []string{"invalid_date next_bill_due_date"}},
		{"a month without a date", edits(drop("next_bill_due_date"), set(at+".period_length", `"MONTHLY"`)), nil},
	})
}

// The market of Great Britain has two rules more.
func TestBillingOptionsInGreatBritain(t *testing.T) {
	for _, c := range []rule{
		{"of a business", nil, nil},
		{"of a household", edits(set("account_type", `"DOMESTIC"`), set("customers.0.family_name", `"Núñez"`), drop("business")),
			[]string{"account_billing_options_provided_for_domestic_accounts account_billing_options"}},
		{"a quarter without a date", edits(drop("next_bill_due_date")), []string{"next_bill_to_date_not_provided_for_quarterly_billing next_bill_due_date"}},
		{"a month without a date", edits(drop("next_bill_due_date"), set("account_billing_options.period_length", `"MONTHLY"`)), nil},
	} {
		f := facts()
		f.Supplier.Market = settings.GBEnergy
		_, faults := read(t, company, f, c.edits...)
		kindtest.Want(t, faults, c.want...)
	}
}
