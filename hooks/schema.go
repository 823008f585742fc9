package hooks

import (
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
)

const truncatePattern = "DELETE /api/collections/{collection}/truncate"

// fixSchema refuses to change the form of the tables of import data and of the log, to
// delete a collection that the service works with, and to empty any: what is deleted
// record by record is in the log.
func (c *collections) fixSchema(app core.App) {
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.Router.Bind(&hook.Handler[*core.RequestEvent]{
			Id: "schema", Priority: apis.DefaultRateLimitMiddlewarePriority - 4, Func: refuseUnsafe,
		})
		return e.Next()
	})
	app.OnCollectionCreateRequest().BindFunc(func(e *core.CollectionRequestEvent) error {
		return checkView(e.Collection.ViewQuery, e.Next)
	})
	app.OnCollectionUpdateRequest().BindFunc(func(e *core.CollectionRequestEvent) error {
		if c.isFixed(named(e.RequestEvent)) {
			return e.ForbiddenError("This collection has the form that the service needs.", nil)
		}
		return checkView(e.Collection.ViewQuery, e.Next)
	})
	app.OnCollectionDeleteRequest().BindFunc(func(e *core.CollectionRequestEvent) error {
		if c.isRead(e.Collection.Name) {
			return e.ForbiddenError("The service cannot work without this collection.", nil)
		}
		return e.Next()
	})
	app.OnCollectionsImportRequest().BindFunc(c.checkImport)
}

func refuseUnsafe(e *core.RequestEvent) error {
	if !e.HasSuperuserAuth() {
		return e.Next()
	}
	switch e.Request.Pattern {
	case truncatePattern:
		return e.ForbiddenError("Collections cannot be emptied: delete record by record what is to go.", nil)
	case "POST /api/sql", "POST /api/collections/meta/dry-run-view":
		query, err := statement(e)
		if err != nil {
			return err
		}
		if !readsOnly(query) {
			return e.ForbiddenError("Only one statement that reads can be run here: SELECT, VALUES, WITH or EXPLAIN.", nil)
		}
	}
	return e.Next()
}

// checkImport refuses sets of collections that would change or delete one that is fixed.
func (c *collections) checkImport(e *core.CollectionsImportRequestEvent) error {
	if e.DeleteMissing {
		return e.ForbiddenError("Collections that are missing in the import cannot be deleted with it.", nil)
	}
	for _, collection := range e.CollectionsData {
		id, _ := collection["id"].(string)
		name, _ := collection["name"].(string)
		for _, fixed := range c.fixed() {
			known, err := e.App.FindCachedCollectionByNameOrId(fixed)
			if err != nil {
				return err
			}
			if known.Id == id || strings.EqualFold(known.Name, name) || strings.EqualFold(known.Name, id) {
				return e.ForbiddenError("The collection "+known.Name+" has the form that the service needs: leave it out of the import.", nil)
			}
		}
		if query, _ := collection["viewQuery"].(string); query != "" && !readsOnly(query) {
			return errView
		}
	}
	return e.Next()
}

func checkView(query string, next func() error) error {
	if query != "" && !readsOnly(query) {
		return errView
	}
	return next()
}

// statement is the SQL of a request, read as PocketBase reads it.
func statement(e *core.RequestEvent) (string, error) {
	var form struct {
		Query string `form:"query" json:"query"`
	}
	if err := e.BindBody(&form); err != nil {
		return "", e.BadRequestError("The statement cannot be read.", err)
	}
	return strings.TrimSpace(form.Query), nil
}
