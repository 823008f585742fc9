package accounts

import "dataimport/modules/kit/domain/catalogue"

var businessCatalogue = []catalogue.Rule{
	{
		Code: "business_fields_provided_for_domestic_accounts", Area: areaBusiness,
		Meaning: "A domestic account has a business.",
		Remedy:  "Leave business out, or correct account_type.",
		Attr:    "business",
		Bad:     `{"account_type": "DOMESTIC", "business": {"company_name": "O’Neill Bakers"}}`,
		Good:    `{"account_type": "BUSINESS", "business": {"company_name": "O’Neill Bakers"}}`,
	},
	{
		Code: "invalid_company_number", Area: areaBusiness,
		Meaning: "The supplier is British, and the company number is none that Companies House could have given.",
		Remedy:  "Correct the number: eight digits, with their leading zeros, or two letters and six digits.",
		Attr:    "business.company_number",
		Bad:     `{"account_type": "BUSINESS", "business": {"company_number": "445790"}}`,
		Good:    `{"account_type": "BUSINESS", "business": {"company_number": "00445790"}}`,
	},
	{
		Code: "portfolio_references_missing", Area: areaBusiness,
		Meaning: "A portfolio has no reference, so that nothing tells which one it is.",
		Remedy:  "Add a reference that all accounts of the portfolio have, or leave portfolio out.",
		Attr:    "portfolio.portfolio_references",
		Bad:     `{"account_type": "MANAGED", "portfolio": {"billing_name": "O’Neill Group"}}`,
		Good: `{"account_type": "MANAGED", "portfolio": {"billing_name": "O’Neill Group",
			"portfolio_references": [{"namespace": "crm", "value": "G-17"}]}}`,
	},
	{
		Code: "duplicate_portfolio_references", Area: areaBusiness,
		Meaning: "A portfolio has the same reference twice.",
		Remedy:  "Keep it once.",
		Attr:    "portfolio.portfolio_references.1.value",
		Bad: `{"account_type": "MANAGED", "portfolio": {"portfolio_references": [
			{"namespace": "crm", "value": "G-17"}, {"namespace": "crm", "value": "G-17"}]}}`,
		Good: `{"account_type": "MANAGED", "portfolio": {"portfolio_references": [
			{"namespace": "crm", "value": "G-17"}, {"namespace": "crm", "value": "G-18"}]}}`,
	},
	{
		Code: "portfolio_settings_included_when_not_lead", Area: areaBusiness,
		Meaning: "An account that does not lead its portfolio has the settings of the portfolio.",
		Remedy:  "Leave portfolio_settings out, or correct account_type to PORTFOLIO_LEAD.",
		Attr:    "portfolio.portfolio_settings",
		Bad: `{"account_type": "MANAGED", "portfolio": {"portfolio_references": [{"namespace": "crm", "value": "G-17"}],
			"portfolio_settings": {"collective_billing": true}}}`,
		Good: `{"account_type": "PORTFOLIO_LEAD", "portfolio": {"portfolio_references": [{"namespace": "crm", "value": "G-17"}],
			"portfolio_settings": {"collective_billing": true}}}`,
	},
}

var billingCatalogue = []catalogue.Rule{
	{
		Code: "account_billing_options_provided_for_domestic_accounts", Area: areaBusiness,
		Meaning: "A domestic account has billing options.",
		Remedy:  "Leave account_billing_options out, or correct account_type.",
		Attr:    "account_billing_options",
		Bad:     `{"account_type": "DOMESTIC", "account_billing_options": {"use_industry_billing": true}}`,
		Good:    `{"account_type": "BUSINESS", "account_billing_options": {"use_industry_billing": true}}`,
	},
	{
		Code: "account_billing_options_period_data_required", Area: areaBusiness,
		Meaning: "An account that is not billed as its industry does lacks the length of its billing periods or the day on which they start.",
		Remedy:  "Add period_length and period_start_day, or set use_industry_billing.",
		Attr:    "account_billing_options.period_start_day",
		Bad:     `{"account_type": "BUSINESS", "account_billing_options": {"period_length": "MONTHLY"}}`,
		Good:    `{"account_type": "BUSINESS", "account_billing_options": {"period_length": "MONTHLY", "period_start_day": 1}}`,
	},
	{
		Code: "account_billing_options_industry_billing_with_period_data", Area: areaBusiness,
		Meaning: "An account that is billed as its industry does has billing periods of its own.",
		Remedy:  "Leave out use_industry_billing, or all members that begin with period_.",
		Attr:    "account_billing_options.use_industry_billing",
		Bad:     `{"account_type": "BUSINESS", "account_billing_options": {"use_industry_billing": true, "period_start_day": 1}}`,
		Good:    `{"account_type": "BUSINESS", "account_billing_options": {"use_industry_billing": true}}`,
	},
	{
		Code: "next_bill_to_date_not_provided_for_quarterly_billing", Area: areaBusiness,
		Meaning: "Bills come every quarter, and nothing says in which month the next one does.",
		Remedy:  "Add next_bill_due_date to the account.",
		Attr:    "next_bill_due_date",
		Bad:     `{"account_type": "BUSINESS", "account_billing_options": {"period_length": "QUARTERLY", "period_start_day": 1}}`,
		Good: `{"account_type": "BUSINESS", "account_billing_options": {"period_length": "QUARTERLY", "period_start_day": 1},
			"next_bill_due_date": "2024-04-01"}`,
	},
}
