package staff

import (
	"regexp"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
)

// bindHooks ends the sessions of a member of the staff whose role or suppliers change. It refuses all of
// PocketBase's own ways to sign in as one, whichever an operator has switched on, because these
// ways do not have the page's limits.
func bindHooks(app core.App) {
	app.OnRecordValidate(collection).BindFunc(func(e *core.RecordEvent) error {
		record, before := e.Record, e.Record.Original()
		if !record.IsNew() && readScope(record) != readScope(before) && record.TokenKey() == before.TokenKey() {
			record.RefreshTokenKey()
		}
		return e.Next()
	})
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.Router.Bind(&hook.Handler[*core.RequestEvent]{Id: "staff", Priority: apis.DefaultLoadAuthTokenMiddlewarePriority + 5, Func: refuseAuthRoutes})
		return e.Next()
	})
}

// authRoute matches the routes by which PocketBase signs members of a collection in, and changes
// their passwords and addresses. It also matches such routes of a later PocketBase.
var authRoute = regexp.MustCompile(`^POST /api/collections/\{collection\}/(auth|request|confirm)-`)

// refuseAuthRoutes refuses the routes of PocketBase that belong to the log-in of staff. The answer is
// the same for every address, password and token.
func refuseAuthRoutes(e *core.RequestEvent) error {
	if !authRoute.MatchString(e.Request.Pattern) {
		return e.Next()
	}
	c, err := e.App.FindCachedCollectionByNameOrId(e.Request.PathValue("collection"))
	if err == nil && c.Name == collection {
		return e.ForbiddenError("Staff sign in at /imports/login/. Operators change their addresses.", nil)
	}
	return e.Next()
}

// readScope returns the role and the suppliers of a member of the staff as one text.
func readScope(record *core.Record) string {
	return validSession{record: record}.newReader().Scope()
}
