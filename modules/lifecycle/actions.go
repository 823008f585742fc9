package lifecycle

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/audit"
)

// actions are what operators do in the dashboard.
func actions(runtime *module.Runtime) []module.Action {
	return []module.Action{{Method: http.MethodPost, Path: "processes/{id}/take-back", Handle: func(e *core.RequestEvent) error {
		return takeBackAction(runtime, e)
	}}}
}

// takeBackAction answers a TakenBack; an error has PocketBase's shape, since the
// dashboard shows it.
func takeBackAction(runtime *module.Runtime, e *core.RequestEvent) error {
	var body struct {
		Reason string `json:"reason"`
		DryRun bool   `json:"dry_run"`
	}
	if err := e.BindBody(&body); err != nil {
		return e.BadRequestError("The body is no JSON object with a reason, and dry_run where nothing shall happen.", err)
	}
	s, err := byID(runtime.Reader, e.Request.PathValue("id"))
	if err != nil {
		return module.Answer(e, err)
	}
	job := newTakeBack(runtime.Tables(), s, audit.Account(e.Auth), body.Reason)
	if body.DryRun {
		err = job.plan(runtime.Reader, runtime.Settings)
	} else {
		err = job.do(runtime.Writer)
	}
	if err != nil {
		return module.Answer(e, err)
	}
	return e.JSON(http.StatusOK, &job.result)
}
