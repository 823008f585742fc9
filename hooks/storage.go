package hooks

import (
	"net/http"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/writer"
)

// BindStorage ends all writes together. Once the storage has failed in a write, the dashboard and
// PocketBase's own interface save nothing either, until the service is restarted. PocketBase's log
// has a file of its own and goes on.
func BindStorage(app core.App, w *writer.Writer) {
	unless := func(next func() error) error {
		if w.Err() == nil {
			return next()
		}
		return apis.NewApiError(http.StatusServiceUnavailable,
			"The storage has failed, so nothing is saved until the service is started anew: see its log, and its disk.", nil)
	}
	save := func(e *core.ModelEvent) error {
		if isLogModel(e.Model) {
			return e.Next()
		}
		return unless(e.Next)
	}
	app.OnModelCreate().BindFunc(save)
	app.OnModelUpdate().BindFunc(save)
	app.OnModelDelete().BindFunc(save)
	// PocketBase would not show the reason.
	app.OnSettingsUpdateRequest().BindFunc(func(e *core.SettingsUpdateRequestEvent) error { return unless(e.Next) })

	failed := func(e *core.ModelErrorEvent) error {
		if !isLogModel(e.Model) {
			_ = w.ClassifyError(e.Error) // PocketBase answers with the error itself
		}
		return e.Next()
	}
	app.OnModelAfterCreateError().BindFunc(failed)
	app.OnModelAfterUpdateError().BindFunc(failed)
	app.OnModelAfterDeleteError().BindFunc(failed)
}

func isLogModel(m core.Model) bool { return m.TableName() == core.LogsTableName }
