package staging

import "dataimport/modules/kit/module"

// tables are the tables of import processes: what was sent, and what happened to it. Package
// accountevents writes the events and the current faults.
var tables = []module.Table{
	{
		Name: "import_processes", Key: module.Key{Process: "id"},
		Kept: `supplier external_account_number state staging staged_at attempts last_attempt_at account service_account_number
			account_created_at`,
		Emptied: "last_error skip_reason", JSON: "last_error",
		TakenBack: module.Change{Set: `state = 'staged', account = '', service_account_number = '', account_created_at = ''`},
	},
	{Name: "stagings", Key: module.Key{Process: "process"}, Emptied: "sha256", Sent: "payload", Packed: "payload", PurgedAt: "purged_at", JSON: "payload"},
	{
		Name: "account_events", Key: module.Key{Number: true}, Undated: true,
		Kept: "event step client staging items code former_number", Emptied: "faults", JSON: "faults",
	},
	{Name: "current_faults", Key: module.Key{Number: true}, Kept: "kind code"},
}
