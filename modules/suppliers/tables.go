package suppliers

import "dataimport/modules/kit/module"

// tables are the tables of suppliers, teams and closed lists, and the revision that every
// change of the operators' settings advances.
var tables = []module.Table{
	{
		Name: "suppliers", Access: module.Edited,
		Kept: `code name status document_root country time_zone market verify_documents send_migration_emails internal_email_domains
			default_operations_team unique_reference_namespaces unique_user_detail_namespaces migration_email_subject migration_email_body
			purge_payloads_after_days completed_at payloads_purged_at`,
	},
	{Name: "teams", Access: module.Edited, Kept: "name"},
	{Name: "closed_lists", Access: module.Edited, Kept: "supplier list values"},
	{Name: "settings_revision", Access: module.Internal, Undated: true, Kept: "n"},
}
