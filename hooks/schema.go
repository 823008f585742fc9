package hooks

import (
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
)

// refusedRoutes are the routes of collections that no caller may use, with the reasons. Only
// migrations make and change collections: the query of a view and the condition of an index would be
// SQL on the connection that writes, and an open rule would show records to strangers. Only
// deletions of single records are in the log.
var refusedRoutes = map[string]string{
	"POST /api/collections":                         "Only a release of the service makes collections.",
	"PUT /api/collections/import":                   "Only a release of the service makes and changes collections.",
	"POST /api/collections/meta/dry-run-view":       "Views cannot be made. The SQL console runs queries.",
	"DELETE /api/collections/{collection}/truncate": "Collections cannot be emptied: delete record by record what is to go.",
}

// loginOptions are the members of a collection that an admin may change: how its records log in,
// and the words of e-mails about it.
var loginOptions = []string{
	"authAlert", "authToken", "confirmEmailChangeTemplate", "emailChangeToken", "fileToken", "mfa", "oauth2", "otp", "passwordAuth",
	"passwordResetToken", "resetPasswordTemplate", "verificationTemplate", "verificationToken",
}

// fixSchema refuses changes of collections, apart from how records log in. Collections of the
// service cannot be deleted.
func (c *collections) fixSchema(app core.App) {
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		if err := closeRules(e.App); err != nil {
			return err
		}
		e.Router.Bind(&hook.Handler[*core.RequestEvent]{
			Id: "schema", Priority: apis.DefaultRateLimitMiddlewarePriority - 4, Func: refuseRoutes,
		})
		return e.Next()
	})
	app.OnCollectionUpdateRequest().BindFunc(checkCollectionUpdate)
	app.OnCollectionDeleteRequest().BindFunc(func(e *core.CollectionRequestEvent) error {
		if c.isRead(e.Collection.Name) {
			return e.ForbiddenError("The service cannot work without this collection.", nil)
		}
		return e.Next()
	})
}

func refuseRoutes(e *core.RequestEvent) error {
	if reason, refused := refusedRoutes[e.Request.Pattern]; refused && e.HasSuperuserAuth() {
		return e.ForbiddenError(reason, nil)
	}
	return e.Next()
}

// checkCollectionUpdate refuses an update that changes anything but how the records of a collection
// log in.
func checkCollectionUpdate(e *core.CollectionRequestEvent) error {
	stored, err := e.App.FindCollectionByNameOrId(e.Collection.Id)
	if err != nil {
		return err
	}
	before, err := toMembers(stored)
	if err != nil {
		return err
	}
	after, err := toMembers(e.Collection)
	if err != nil {
		return err
	}
	was, is := findDifferences(before, after)
	for _, changed := range []map[string]any{was, is} {
		for name := range changed {
			if name != "updated" && !slices.Contains(loginOptions, name) {
				return e.ForbiddenError("Only a release of the service changes this part of a collection: "+name+".", nil)
			}
		}
	}
	return e.Next()
}

// closeRules closes the rules of collections that an earlier release let admins make or change.
// With a rule, records would be shown to callers who are not superusers.
func closeRules(app core.App) error {
	all, err := app.FindAllCollections()
	if err != nil {
		return err
	}
	for _, collection := range all {
		rules := []**string{&collection.ListRule, &collection.ViewRule, &collection.CreateRule, &collection.UpdateRule, &collection.DeleteRule, &collection.ManageRule}
		isOpen := func(rule **string) bool { return *rule != nil }
		if strings.HasPrefix(collection.Name, "_") || !slices.ContainsFunc(rules, isOpen) {
			continue
		}
		app.Logger().Warn("The rules of a collection were open and are closed now", "collection", collection.Name)
		for _, rule := range rules {
			*rule = nil
		}
		if err := app.SaveNoValidate(collection); err != nil {
			return err
		}
	}
	return nil
}
