package hooks

import (
	"net/http"
	"reflect"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"dataimport/modules/kit/store/audit"
)

// watched are requests that change or give away something which is no record: who
// sends one is in the log before it is done.
var watched = map[string]string{
	"POST /api/sql":                                       "SQL",
	"POST /api/backups":                                   "backup",
	"POST /api/backups/upload":                            "backup upload",
	"DELETE /api/backups/{key}":                           "backup delete",
	"POST /api/backups/{key}/restore":                     "backup restore",
	"POST /api/files/token":                               "file token",
	"POST /api/crons/{id}":                                "cron",
	"DELETE /api/logs":                                    "logs delete",
	"POST /api/settings/test/s3":                          "settings test",
	"POST /api/settings/test/email":                       "settings test",
	"POST /api/collections/{collection}/impersonate/{id}": "impersonate",
}

// watch writes down the watched ones.
func watch() *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{
		Id: "audit", Priority: apis.DefaultRateLimitMiddlewarePriority + 50,
		Func: func(e *core.RequestEvent) error {
			name, ok := watched[e.Request.Pattern]
			if !ok || !e.HasSuperuserAuth() {
				return e.Next()
			}
			entry := audit.Entry{
				Actor: audit.Account(e.Auth), Action: name, Collection: e.Request.PathValue("collection"),
				Record: e.Request.PathValue("id") + e.Request.PathValue("key"), Label: e.Request.Pattern,
			}
			if query, err := statement(e); err == nil && query != "" {
				entry.Label = query
			}
			if err := audit.Write(e.App, &entry); err != nil {
				return err
			}
			return e.Next()
		},
	}
}

func auditRequests(app core.App, audited []string) {
	app.OnRecordCreateRequest(audited...).BindFunc(func(e *core.RecordRequestEvent) error {
		return as(audit.Account(e.Auth), e.RequestEvent, e.Next)
	})
	app.OnRecordUpdateRequest(audited...).BindFunc(func(e *core.RecordRequestEvent) error {
		return as(audit.Account(e.Auth), e.RequestEvent, func() error {
			if err := rebase(e); err != nil {
				return err
			}
			return e.Next()
		})
	})
	app.OnRecordDeleteRequest(audited...).BindFunc(func(e *core.RecordRequestEvent) error {
		return as(audit.Account(e.Auth), e.RequestEvent, e.Next)
	})
	app.OnRecordConfirmPasswordResetRequest(audited...).BindFunc(func(e *core.RecordConfirmPasswordResetRequestEvent) error {
		return as(audit.Account(e.Record), e.RequestEvent, e.Next)
	})
	app.OnRecordConfirmEmailChangeRequest(audited...).BindFunc(func(e *core.RecordConfirmEmailChangeRequestEvent) error {
		return as(audit.Account(e.Record), e.RequestEvent, e.Next)
	})
}

// rebase puts the request's changes onto the record as it is stored now: it was read
// before the transaction, and saving it whole would undo what somebody else has
// changed since. A client that says which state it has seen, as the dashboard does by
// sending the date of the last change, is refused when that is an older one.
func rebase(e *core.RecordRequestEvent) error {
	stored, err := e.App.FindRecordById(e.Collection, e.Record.Id)
	if err != nil {
		return e.NotFoundError("", err)
	}
	var seen struct {
		Updated string `json:"updated" form:"updated"`
	}
	if err := e.BindBody(&seen); err != nil {
		return e.BadRequestError("The body cannot be read.", err)
	}
	if seen.Updated != "" && seen.Updated != stored.GetString("updated") {
		return e.Error(http.StatusConflict, "Somebody else has changed this record since you opened it. Open it again, and make your change there.", nil)
	}
	read := e.Record.Original()
	for _, field := range e.Collection.Fields {
		name := field.GetName()
		if value := e.Record.GetRaw(name); !reflect.DeepEqual(value, read.GetRaw(name)) {
			stored.SetRaw(name, value)
		}
	}
	e.Record = stored
	return nil
}
