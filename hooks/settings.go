package hooks

import (
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/settingsdb"
)

// BindSettings marks the settings as changed after every save of this process. The next request
// reads them again.
func BindSettings(app core.App, store *settingsdb.Store) {
	saved := func(e *core.ModelEvent) error {
		store.NoteChange()
		return e.Next()
	}
	app.OnModelAfterCreateSuccess().BindFunc(saved)
	app.OnModelAfterUpdateSuccess().BindFunc(saved)
	app.OnModelAfterDeleteSuccess().BindFunc(saved)
}
