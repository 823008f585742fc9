package hooks

import (
	"net/http"
	"reflect"
	"regexp"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"dataimport/modules/kit/store/audit"
)

// auditedRoutes are requests that change or reveal something other than records. The sender is in
// the log before the request is carried out.
var auditedRoutes = map[string]string{
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

// auditPriority orders the recording of a request after the checks of its sender and its size.
const auditPriority = apis.DefaultRateLimitMiddlewarePriority + 50

// newRouteAuditor records the audited requests.
func newRouteAuditor() *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{
		Id: "audit", Priority: auditPriority,
		Func: func(e *core.RequestEvent) error {
			name, ok := auditedRoutes[e.Request.Pattern]
			if !ok || !e.HasSuperuserAuth() {
				return e.Next()
			}
			entry := audit.Entry{
				Actor: audit.Account(e.Auth), Action: name, Collection: e.Request.PathValue("collection"),
				Record: e.Request.PathValue("id") + e.Request.PathValue("key"), Label: e.Request.Pattern,
			}
			if query, err := readStatement(e); err == nil && query != "" {
				entry.Label = hideValues(query)
			}
			if err := audit.Write(e.App, &entry); err != nil {
				return err
			}
			return e.Next()
		},
	}
}

// valuePattern matches the texts, quoted names, comments and numbers of a statement. An unfinished
// one reaches to the end.
var valuePattern = regexp.MustCompile(`(?s)'[^']*('|$)|"[^"]*("|$)|` + "`[^`]*(`|$)" + `|\[[^\]]*(\]|$)|--[^\n]*|/\*.*?(\*/|$)|\b\d[\w.]*`)

// hideValues returns a statement without its values: the log cannot be changed, and they may be a
// customer's.
func hideValues(statement string) string { return valuePattern.ReplaceAllString(statement, "…") }

func auditRequests(app core.App, audited []string) {
	app.OnRecordCreateRequest(audited...).BindFunc(func(e *core.RecordRequestEvent) error {
		return doAs(audit.Account(e.Auth), e.RequestEvent, e.Next)
	})
	app.OnRecordUpdateRequest(audited...).BindFunc(func(e *core.RecordRequestEvent) error {
		return doAs(audit.Account(e.Auth), e.RequestEvent, func() error {
			if err := applyToStored(e); err != nil {
				return err
			}
			return e.Next()
		})
	})
	app.OnRecordDeleteRequest(audited...).BindFunc(func(e *core.RecordRequestEvent) error {
		return doAs(audit.Account(e.Auth), e.RequestEvent, e.Next)
	})
	app.OnRecordConfirmPasswordResetRequest(audited...).BindFunc(func(e *core.RecordConfirmPasswordResetRequestEvent) error {
		return doAs(audit.Account(e.Record), e.RequestEvent, e.Next)
	})
	app.OnRecordConfirmEmailChangeRequest(audited...).BindFunc(func(e *core.RecordConfirmEmailChangeRequestEvent) error {
		return doAs(audit.Account(e.Record), e.RequestEvent, e.Next)
	})
}

// applyToStored applies the request's changes to the record as it is stored at this time. The
// request's record was read before the transaction, so saving all of it would undo changes made
// since. The dashboard sends the time of the last change that it has seen. A request with an older
// time is refused.
func applyToStored(e *core.RecordRequestEvent) error {
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
