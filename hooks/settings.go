package hooks

import (
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/settingsdb"
)

// Settings has the next request see what was saved here, in the dashboard or by us.
func Settings(app core.App, store *settingsdb.Store) {
	saved := func(e *core.ModelEvent) error {
		store.NoteChange()
		return e.Next()
	}
	app.OnModelAfterCreateSuccess().BindFunc(saved)
	app.OnModelAfterUpdateSuccess().BindFunc(saved)
	app.OnModelAfterDeleteSuccess().BindFunc(saved)
}
