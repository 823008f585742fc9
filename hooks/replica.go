package hooks

import (
	"net/http"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
)

// BindReplica has what is saved in the dashboard, or through PocketBase's own interface, answered
// when the replica allows it. barrier waits for that. PocketBase's log is not replicated.
func BindReplica(app core.App, barrier func() error) {
	saved := func(e *core.ModelEvent) error {
		if err := e.Next(); err != nil || isLogModel(e.Model) {
			return err
		}
		if barrier() != nil {
			return apis.NewApiError(http.StatusServiceUnavailable,
				"The change is stored here and not in the replica, so it is not certain to stay. Look at it again soon.", nil)
		}
		return nil
	}
	app.OnModelAfterCreateSuccess().BindFunc(saved)
	app.OnModelAfterUpdateSuccess().BindFunc(saved)
	app.OnModelAfterDeleteSuccess().BindFunc(saved)
}
