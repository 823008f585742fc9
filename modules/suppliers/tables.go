package suppliers

import "dataimport/modules/kit/module"

// tables are the tables of suppliers, teams and closed lists, and the revision that every
// change of the operators' settings advances.
var tables = []module.Table{
	{
		Name: "suppliers", Access: module.Edited,
		Kept: `code name status document_root country time_zone market verify_documents send_migration_emails internal_emails
			default_operations_team unique_reference_namespaces unique_customer_detail_namespaces managed_accounts consents
			cais_references fictional_phone_numbers billing_document_identifiers customers_optional operations_team_allocation creates_portfolios
			send_registration_flows require_user_role enforce_business_contracts_exist link_account_to_business_with_contract
			payment_day_min payment_day_max payment_schedule_minimum exclusive_roles skip_property_creation
			skip_supply_point_creation imports_address_history electricity_prepay_reference card_details_required migration_email_subject migration_email_body
			purge_payloads_after_days completed_at payloads_purged_at expected_accounts`,
	},
	{Name: "teams", Access: module.Edited, Kept: "name"},
	{Name: "closed_lists", Access: module.Edited, Kept: "supplier list values"},
	{Name: "settings_revision", Access: module.Internal, Undated: true, Kept: "n"},
}
