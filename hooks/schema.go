package hooks

import (
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
)

const truncatePattern = "DELETE /api/collections/{collection}/truncate"

// fixSchema refuses changes of the form of the tables of import data and of the log. It refuses to
// delete a collection that the service works with. It refuses to empty any collection, because only
// deletions of single records are in the log.
func (c *collections) fixSchema(app core.App) {
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.Router.Bind(&hook.Handler[*core.RequestEvent]{
			Id: "schema", Priority: apis.DefaultRateLimitMiddlewarePriority - 4, Func: refuseUnsafe,
		})
		return e.Next()
	})
	app.OnCollectionCreateRequest().BindFunc(func(e *core.CollectionRequestEvent) error {
		return checkViewQuery(e.Collection.ViewQuery, e.Next)
	})
	app.OnCollectionUpdateRequest().BindFunc(func(e *core.CollectionRequestEvent) error {
		if c.isFixed(findCollectionName(e.RequestEvent)) {
			return e.ForbiddenError("This collection has the form that the service needs.", nil)
		}
		return checkViewQuery(e.Collection.ViewQuery, e.Next)
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
		query, err := readStatement(e)
		if err != nil {
			return err
		}
		if !isReadOnly(query) {
			return e.ForbiddenError("Only one statement that reads can be run here: SELECT, VALUES, WITH or EXPLAIN.", nil)
		}
	}
	return e.Next()
}

// checkImport refuses imports of collections that would change or delete a fixed one.
func (c *collections) checkImport(e *core.CollectionsImportRequestEvent) error {
	if e.DeleteMissing {
		return e.ForbiddenError("Collections that are missing in the import cannot be deleted with it.", nil)
	}
	for _, collection := range e.CollectionsData {
		id, _ := collection["id"].(string)
		name, _ := collection["name"].(string)
		for _, fixed := range c.listFixed() {
			known, err := e.App.FindCachedCollectionByNameOrId(fixed)
			if err != nil {
				return err
			}
			if known.Id == id || strings.EqualFold(known.Name, name) || strings.EqualFold(known.Name, id) {
				return e.ForbiddenError("The collection "+known.Name+" has the form that the service needs: leave it out of the import.", nil)
			}
		}
		if query, _ := collection["viewQuery"].(string); query != "" && !isReadOnly(query) {
			return errView
		}
	}
	return e.Next()
}

func checkViewQuery(query string, next func() error) error {
	if query != "" && !isReadOnly(query) {
		return errView
	}
	return next()
}

// readStatement returns the SQL of a request, decoded as PocketBase decodes it.
func readStatement(e *core.RequestEvent) (string, error) {
	var form struct {
		Query string `form:"query" json:"query"`
	}
	if err := e.BindBody(&form); err != nil {
		return "", e.BadRequestError("The statement cannot be read.", err)
	}
	return strings.TrimSpace(form.Query), nil
}
