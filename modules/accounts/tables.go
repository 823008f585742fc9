package accounts

import "dataimport/modules/kit/module"

// tables are the tables of the core of an account.
var tables = []module.Table{
	{
		Name: "customers", Key: module.Key{Account: "account"}, Kept: "position", Unset: "unable_to_read_meters",
		Emptied: `given_name family_name title salutation email mobile landline date_of_birth pronouns label deceased user_identifier
			credit_score credit_result credit_assessment_id credit_risk_bracket account_roles portfolio_roles contact_emails
			alternative_phone_numbers customer_preferences consents user_details metadata`,
		JSON: "account_roles portfolio_roles contact_emails alternative_phone_numbers customer_preferences consents user_details metadata",
	},
	{
		Name: "addresses", Key: module.Key{Account: "account"}, Kept: "position kind country",
		Emptied: `street_address structured_street_address dependent_locality locality administrative_area postal_code sorting_code
			delivery_point_identifier name organization`,
		JSON: "structured_street_address",
	},
	{Name: "account_references", Key: module.Key{Account: "account"}, Kept: "supplier position namespace", Emptied: "value"},
	{
		Name: "payment_schedules", Key: module.Key{Account: "account"},
		Kept: `position means start_date end_date amount schedule_trigger frequency day_of_month balance_threshold debt_repayment_element
			debt_repayment_end_date is_debt_repayment_plan exempt_from_payment_adequacy delay_days delay_strategy ledger_code
			standalone_payment_request_method_code instalments`,
		Emptied: "paid_by", JSON: "instalments",
	},
	{
		Name: "debts", Key: module.Key{Account: "account"}, Kept: "supplier position start_date aged_debt", Unset: "is_insolvent",
		Emptied: "agency_name campaign notes cais_reference", JSON: "aged_debt",
	},
	{
		Name: "accounts", Key: module.Key{Account: "id"},
		Kept: `supplier process team number external_account_number balance unknown_occupier account_type sales_channel sales_subchannel date_of_sale
			last_billed_to_date last_payment_review_date next_bill_due_date billing_options payment_plans payment_promises affiliate_subdomain`,
		Emptied: `billing_name billing_sub_name billing_attention_of billing_customer_reference billing_email communication_preference
			document_accessibility language_preference company_name company_number business portfolio dunning_path campaigns consents metadata
			partner_organisations further`,
		JSON:      "business portfolio billing_options dunning_path campaigns consents metadata payment_plans payment_promises partner_organisations further",
		Documents: []string{"portfolio.notes.*.document_paths.*.document_path", "business.portfolios.*.notes.*.document_paths.*.document_path"},
		SentDocuments: []string{
			"portfolio.notes.*.document_paths.*.document_path", "business.portfolios.*.notes.*.document_paths.*.document_path",
		},
	},
}
