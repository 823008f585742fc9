// Package operators holds what operators do beside editing records: they take accounts
// out of a migration and put them back, in the dashboard or by a command; and admins
// make operators. Who may do it, in the dashboard, is decided in the hooks.
package operators

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/audit"
)

// Module is the capability as a value.
func Module(d *module.Declaration) module.Module {
	return module.Module{
		Name: "operators", Tables: tables, Summary: "Skip accounts, and make operators",
		Commands: []*cobra.Command{processCommand(d.App), operatorCommand(d.App)},
		Serve: func(r *module.Runtime) module.Serving {
			return module.Serving{Actions: []module.Action{
				{Method: http.MethodPost, Path: "processes/{id}/skip", Handle: handle(r, account.Skipped)},
				{Method: http.MethodPost, Path: "processes/{id}/unskip", Handle: handle(r, account.Staged)},
			}}
		},
	}
}

// handle answers {"id", "state"}; an error has PocketBase's shape, since the dashboard
// shows it.
func handle(runtime *module.Runtime, to account.State) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		var body struct {
			Reason string `json:"reason"`
		}
		if err := e.BindBody(&body); err != nil {
			return e.BadRequestError("The body is no JSON object with a reason.", err)
		}
		c := newChange(to, body.Reason, audit.Account(e.Auth))
		err := c.do(runtime.Writer, byID(e.Request.PathValue("id")))
		if err != nil {
			return module.Answer(e, err)
		}
		return e.JSON(http.StatusOK, map[string]string{"id": c.process, "state": string(to)})
	}
}
