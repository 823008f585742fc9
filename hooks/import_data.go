package hooks

import "github.com/pocketbase/pocketbase/core"

// importCollections hold what was imported. Their rows are written by imports
// alone, so the records interface only reads them, whoever asks.
var importCollections = []string{
	"import_processes", "stagings", "progress", "accounts", "customers", "addresses", "account_references",
	"payment_schedules", "debts", "ledgers", "transactions", "notes", "statements", "payment_instructions", "account_extensions",
	"account_events", "outbox", "current_faults", "progress_history",
}

func importData(app core.App) {
	refuse := func(e *core.RecordRequestEvent) error {
		return e.ForbiddenError("Import data cannot be changed by hand: import it again, or ask for a correction by the supplier.", nil)
	}
	app.OnRecordCreateRequest(importCollections...).BindFunc(refuse)
	app.OnRecordUpdateRequest(importCollections...).BindFunc(refuse)
	app.OnRecordDeleteRequest(importCollections...).BindFunc(refuse)
}
