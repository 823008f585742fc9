package lifecycle

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/audit"
)

// listActions lists what operators can do in the dashboard.
func listActions(runtime *module.Runtime) []module.Action {
	return []module.Action{{Method: http.MethodPost, Path: "processes/{id}/take-back", Handle: func(e *core.RequestEvent) error {
		return handleTakeBack(runtime, e)
	}}}
}

// handleTakeBack answers with a TakenBack. An error has PocketBase's shape, because the dashboard
// shows it.
func handleTakeBack(runtime *module.Runtime, e *core.RequestEvent) error {
	var body struct {
		Reason string `json:"reason"`
		DryRun bool   `json:"dry_run"`
	}
	if err := e.BindBody(&body); err != nil {
		return e.BadRequestError("The body is no JSON object with a reason, and dry_run where nothing shall happen.", err)
	}
	s, err := findAccountKey(runtime.Reader, e.Request.PathValue("id"))
	if err != nil {
		return module.Answer(e, err)
	}
	job := newTakeBack(runtime.Tables(), s, audit.Account(e.Auth), body.Reason)
	if body.DryRun {
		err = job.planTakeBack(runtime.Reader, runtime.Settings)
	} else {
		err = job.takeBackData(runtime.Writer)
	}
	if err != nil {
		return module.Answer(e, err)
	}
	return e.JSON(http.StatusOK, &job.result)
}
