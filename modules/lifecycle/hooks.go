package lifecycle

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
)

// bindHooks stores since when a supplier is Complete. The days until its payloads are removed count
// from then. Only the service sets this time. Another status clears it.
func bindHooks(app core.App) {
	keep := func(e *core.RecordEvent) error {
		before := e.Record.Original()
		complete := string(settings.Complete)
		switch {
		case e.Record.GetString("status") != complete:
			e.Record.Set("completed_at", "")
			e.Record.Set("payloads_purged_at", "")
		case before.GetString("status") != complete:
			e.Record.Set("completed_at", database.Time(time.Now()))
			e.Record.Set("payloads_purged_at", "")
		default:
			e.Record.Set("completed_at", before.GetString("completed_at"))
			e.Record.Set("payloads_purged_at", before.GetString("payloads_purged_at"))
		}
		return e.Next()
	}
	app.OnRecordCreateExecute("suppliers").BindFunc(keep)
	app.OnRecordUpdateExecute("suppliers").BindFunc(keep)
}
