package hooks

import (
	"net/http"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/writer"
)

// Storage has one end for all who write: once the storage has failed under anybody,
// nothing is saved by the dashboard or PocketBase's own interface either, until the
// service starts anew. PocketBase's log has a file of its own and goes on.
func Storage(app core.App, w *writer.Writer) {
	unless := func(next func() error) error {
		if w.Err() == nil {
			return next()
		}
		return apis.NewApiError(http.StatusServiceUnavailable,
			"The storage has failed, so nothing is saved until the service is started anew: see its log, and its disk.", nil)
	}
	save := func(e *core.ModelEvent) error {
		if isLog(e.Model) {
			return e.Next()
		}
		return unless(e.Next)
	}
	app.OnModelCreate().BindFunc(save)
	app.OnModelUpdate().BindFunc(save)
	app.OnModelDelete().BindFunc(save)
	// PocketBase would keep the reason to itself.
	app.OnSettingsUpdateRequest().BindFunc(func(e *core.SettingsUpdateRequestEvent) error { return unless(e.Next) })

	failed := func(e *core.ModelErrorEvent) error {
		if !isLog(e.Model) {
			_ = w.ClassifyError(e.Error) // which whoever saves gets as it is
		}
		return e.Next()
	}
	app.OnModelAfterCreateError().BindFunc(failed)
	app.OnModelAfterUpdateError().BindFunc(failed)
	app.OnModelAfterDeleteError().BindFunc(failed)
}

func isLog(m core.Model) bool { return m.TableName() == core.LogsTableName }
