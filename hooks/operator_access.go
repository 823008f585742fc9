package hooks

import (
	"net/url"

	"github.com/pocketbase/pocketbase/core"
)

// operatorRoutes are the routes of PocketBase that operators may call, as the router names them,
// each with a further check. All others are refused: also those of a later PocketBase, and those
// of collections that no module owns.
func (c *collections) operatorRoutes() map[string]func(*core.RequestEvent) error {
	return map[string]func(*core.RequestEvent) error{
		"GET /api/health": allow,

		// The dashboard needs these to start.
		"GET /api/collections":                       allow, // the answer is filtered
		"GET /api/collections/{collection}":          c.checkRead,
		"GET /api/collections/meta/scaffolds":        allow,
		"GET /api/collections/meta/oauth2-providers": allow,

		"GET /api/collections/{collection}/auth-methods":        allow,
		"POST /api/collections/{collection}/auth-with-password": allow,
		"POST /api/collections/{collection}/auth-refresh":       allow, // of the caller's own account

		"GET /api/collections/{collection}/records":         c.checkList,
		"GET /api/collections/{collection}/records/{id}":    c.checkView,
		"POST /api/collections/{collection}/records":        c.checkWrite,
		"PATCH /api/collections/{collection}/records/{id}":  c.checkUpdate,
		"DELETE /api/collections/{collection}/records/{id}": c.checkWrite,
	}
}

func allow(*core.RequestEvent) error { return nil }

// findCollectionName returns the name of the collection in a request's path, which may have its
// name or its id.
func findCollectionName(e *core.RequestEvent) string {
	c, err := e.App.FindCachedCollectionByNameOrId(e.Request.PathValue("collection"))
	if err != nil {
		return ""
	}
	return c.Name
}

func (c *collections) checkRead(e *core.RequestEvent) error {
	if !c.isRead(findCollectionName(e)) {
		return errOperator
	}
	return c.checkWords(e)
}

// checkList allows to list collections that operators read. Of the superusers it lists the caller
// alone.
func (c *collections) checkList(e *core.RequestEvent) error {
	if findCollectionName(e) == core.CollectionNameSuperusers {
		asked, own := e.Request.URL.Query(), url.Values{"filter": {`id="` + e.Auth.Id + `"`}}
		for _, name := range []string{"page", "perPage", "skipTotal", "fields"} {
			if asked.Has(name) {
				own.Set(name, asked.Get(name))
			}
		}
		e.Request.URL.RawQuery = own.Encode()
		return nil
	}
	return c.checkRead(e)
}

func (c *collections) checkView(e *core.RequestEvent) error {
	if isOwnAccount(e) {
		return c.checkWords(e)
	}
	return c.checkRead(e)
}

func (c *collections) checkWrite(e *core.RequestEvent) error {
	if !c.isEdited(findCollectionName(e)) {
		return errOperator
	}
	return c.checkWords(e)
}

// checkUpdate also lets operators change their own password, see allowOwnPassword.
func (c *collections) checkUpdate(e *core.RequestEvent) error {
	if isOwnAccount(e) {
		return c.checkWords(e)
	}
	return c.checkWrite(e)
}

func isOwnAccount(e *core.RequestEvent) bool {
	return findCollectionName(e) == core.CollectionNameSuperusers && e.Request.PathValue("id") == e.Auth.Id
}
