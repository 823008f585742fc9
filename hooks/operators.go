package hooks

import (
	"reflect"
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"dataimport/modules/kit/store/audit"
)

var (
	errOperator = router.NewForbiddenError("This is for admins alone.", nil)
	errAuditLog = router.NewForbiddenError("The audit log cannot be changed.", nil)
)

// restrictOperators keeps superusers who are not admins to what operators may do.
func (c *collections) restrictOperators(app core.App) {
	routes := c.operatorRoutes()
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.Router.Bind(&hook.Handler[*core.RequestEvent]{
			Id: "operators", Priority: apis.DefaultRateLimitMiddlewarePriority - 5,
			Func: func(e *core.RequestEvent) error { return permit(e, routes) },
		})
		return e.Next()
	})
	app.OnCollectionsListRequest().BindFunc(c.shorten)
	app.OnRecordEnrich().BindFunc(hideHidden)
	if len(c.edited) > 0 { // a hook without names would hold for all collections
		app.OnRecordCreateRequest(c.edited...).BindFunc(keepHidden)
		app.OnRecordUpdateRequest(c.edited...).BindFunc(keepHidden)
	}
	app.OnRecordUpdateRequest(core.CollectionNameSuperusers).BindFunc(ownPassword)
}

// permit goes by the pattern that the router has chosen: it is what will be done,
// however the address was spelled.
func permit(e *core.RequestEvent, routes map[string]func(*core.RequestEvent) error) error {
	if !audit.IsOperator(e.Auth) {
		return e.Next()
	}
	_, path, _ := strings.Cut(e.Request.Pattern, " ")
	if !strings.HasPrefix(path, "/api") && !strings.HasPrefix(strings.ToLower(e.Request.URL.Path), "/api/") {
		return e.Next() // pages and the interface, which know no superusers
	}
	check, ok := routes[e.Request.Pattern]
	if !ok {
		return errOperator
	}
	if err := check(e); err != nil {
		return err
	}
	return e.Next()
}

// shorten leaves an operator the collections that they read, and their own account's.
func (c *collections) shorten(e *core.CollectionsListRequestEvent) error {
	if !audit.IsOperator(e.Auth) {
		return e.Next()
	}
	shown := []*core.Collection{}
	for _, known := range e.Collections {
		if c.isRead(known.Name) || known.Name == core.CollectionNameSuperusers {
			shown = append(shown, known)
		}
	}
	e.Result.TotalItems -= len(e.Collections) - len(shown)
	e.Collections, e.Result.Items = shown, &shown
	return e.Next()
}

// hideHidden hides from operators what PocketBase shows every superuser.
func hideHidden(e *core.RecordEnrichEvent) error {
	err := e.Next()
	if e.RequestInfo != nil && audit.IsOperator(e.RequestInfo.Auth) {
		for _, field := range e.Record.Collection().Fields {
			if field.GetHidden() {
				e.Record.Hide(field.GetName())
			}
		}
	}
	return err
}

// keepHidden leaves the hidden fields, which PocketBase lets every superuser set, as
// they are; a password is typed and not read.
func keepHidden(e *core.RecordRequestEvent) error {
	if audit.IsOperator(e.Auth) {
		before := core.NewRecord(e.Collection)
		if !e.Record.IsNew() {
			before = e.Record.Original()
		}
		for _, field := range e.Collection.Fields {
			if name := field.GetName(); field.GetHidden() && name != core.FieldNamePassword {
				e.Record.SetRaw(name, before.GetRaw(name))
			}
		}
	}
	return e.Next()
}

// ownPassword lets operators change of their account the password alone.
func ownPassword(e *core.RecordRequestEvent) error {
	if audit.IsOperator(e.Auth) {
		before := e.Record.Original()
		for _, field := range e.Collection.Fields {
			name := field.GetName()
			if name != core.FieldNamePassword && !reflect.DeepEqual(e.Record.GetRaw(name), before.GetRaw(name)) {
				return e.ForbiddenError("Of your own account you can change the password. Ask an admin for the rest.", nil)
			}
		}
	}
	return e.Next()
}
