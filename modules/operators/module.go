// Package operators holds what operators do beside editing records. They take accounts out of a
// migration and put them back, in the dashboard or by a command. Admins make operators. The hooks
// decide who may do it in the dashboard.
package operators

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/audit"
)

// Module returns the module's value: the actions and commands of operators.
func Module(d *module.Declaration) module.Module {
	return module.Module{
		Name: "operators", Tables: tables, Words: words, Summary: "Skip accounts, and make operators",
		Commands: []*cobra.Command{newProcessCommand(d.App), newOperatorCommand(d.App)},
		Serve: func(r *module.Runtime) module.Serving {
			return module.Serving{Actions: []module.Action{
				{Method: http.MethodPost, Path: "processes/{id}/skip", Handle: handleChange(r, account.Skipped)},
				{Method: http.MethodPost, Path: "processes/{id}/unskip", Handle: handleChange(r, account.Staged)},
			}}
		},
	}
}

// handleChange answers {"id", "state"}. An error has PocketBase's shape, because the dashboard
// shows it.
func handleChange(runtime *module.Runtime, to account.State) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		var body struct {
			Reason string `json:"reason"`
		}
		if err := e.BindBody(&body); err != nil {
			return e.BadRequestError("The body is no JSON object with a reason.", err)
		}
		c := newChange(to, body.Reason, audit.Account(e.Auth))
		err := c.apply(runtime.Writer, matchID(e.Request.PathValue("id")))
		if err != nil {
			return module.Answer(e, err)
		}
		return e.JSON(http.StatusOK, map[string]string{"id": c.process, "state": string(to)})
	}
}
