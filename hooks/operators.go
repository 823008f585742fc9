package hooks

import (
	"reflect"
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/audit"
)

var (
	errOperator = router.NewForbiddenError("This is for admins alone.", nil)
	errAuditLog = router.NewForbiddenError("The audit log cannot be changed.", nil)
)

// restrictOperators limits superusers who are not admins to what operators may do.
func (c *collections) restrictOperators(app core.App) {
	routes := c.operatorRoutes()
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.Router.Bind(&hook.Handler[*core.RequestEvent]{
			Id: "operators", Priority: apis.DefaultRateLimitMiddlewarePriority - 5,
			Func: func(e *core.RequestEvent) error { return checkRoute(e, routes) },
		})
		return e.Next()
	})
	app.OnCollectionsListRequest().BindFunc(c.filterCollections)
	app.OnRecordEnrich().BindFunc(hideFields)
	if len(c.edited) > 0 { // a hook without names would apply to all collections
		app.OnRecordCreateRequest(c.edited...).BindFunc(keepHiddenFields)
		app.OnRecordUpdateRequest(c.edited...).BindFunc(keepHiddenFields)
	}
	app.OnRecordUpdateRequest(core.CollectionNameSuperusers).BindFunc(allowOwnPassword)
}

// checkRoute checks the pattern that the router has chosen. The pattern decides what is done,
// however the address is spelled.
func checkRoute(e *core.RequestEvent, routes map[string]func(*core.RequestEvent) error) error {
	if !audit.IsOperator(e.Auth) {
		return e.Next()
	}
	_, path, _ := strings.Cut(e.Request.Pattern, " ")
	if !strings.HasPrefix(path, "/api") && !strings.HasPrefix(strings.ToLower(e.Request.URL.Path), "/api/") {
		return e.Next() // pages and the interface, which have no superusers
	}
	if strings.HasPrefix(path, module.ActionPrefix) {
		return e.Next() // the modules' actions are for operators
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

// filterCollections leaves an operator the collections that operators read, and that of their own
// account.
func (c *collections) filterCollections(e *core.CollectionsListRequestEvent) error {
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

// hideFields hides from operators the hidden fields, which PocketBase shows to every superuser.
func hideFields(e *core.RecordEnrichEvent) error {
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

// keepHiddenFields keeps the hidden fields as they are, although PocketBase lets every superuser
// set them. A password can be set.
func keepHiddenFields(e *core.RecordRequestEvent) error {
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

// allowOwnPassword lets operators change only the password of their own account.
func allowOwnPassword(e *core.RecordRequestEvent) error {
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
