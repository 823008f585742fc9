package hooks

import (
	"net/url"

	"github.com/pocketbase/pocketbase/core"
)

// operatorRoutes are the routes of /api/ that operators may call, as the router names
// them, with what else has to hold. Nothing else is allowed: not what a later PocketBase
// adds, nor a collection that no module owns.
func (c *collections) operatorRoutes() map[string]func(*core.RequestEvent) error {
	return map[string]func(*core.RequestEvent) error{
		"GET /api/health": allowed,

		// What the dashboard needs to start.
		"GET /api/collections":                       allowed, // shortened to what they may read
		"GET /api/collections/{collection}":          c.reads,
		"GET /api/collections/meta/scaffolds":        allowed,
		"GET /api/collections/meta/oauth2-providers": allowed,

		"GET /api/collections/{collection}/auth-methods":        allowed,
		"POST /api/collections/{collection}/auth-with-password": allowed,
		"POST /api/collections/{collection}/auth-refresh":       allowed, // of the account that asks

		"GET /api/collections/{collection}/records":         c.listed,
		"GET /api/collections/{collection}/records/{id}":    c.viewed,
		"POST /api/collections/{collection}/records":        c.writes,
		"PATCH /api/collections/{collection}/records/{id}":  c.writesOrIsSelf,
		"DELETE /api/collections/{collection}/records/{id}": c.writes,

		"POST /api/dataimport/processes/{id}/skip":      allowed,
		"POST /api/dataimport/processes/{id}/unskip":    allowed,
		"POST /api/dataimport/processes/{id}/take-back": allowed,
		"POST /api/dataimport/api-clients/{id}/rotate":  allowed,

		"POST /api/dataimport/event-endpoints/{id}/rotate":  allowed,
		"POST /api/dataimport/event-endpoints/{id}/test":    allowed,
		"POST /api/dataimport/outbox/{id}/resend":           allowed,
		"POST /api/dataimport/suppliers/{id}/email-preview": allowed,
	}
}

func allowed(*core.RequestEvent) error { return nil }

// named is the name of the collection that a request is about, however it names it.
func named(e *core.RequestEvent) string {
	c, err := e.App.FindCachedCollectionByNameOrId(e.Request.PathValue("collection"))
	if err != nil {
		return ""
	}
	return c.Name
}

func (c *collections) reads(e *core.RequestEvent) error {
	if !c.isRead(named(e)) {
		return errOperator
	}
	return c.checkWords(e)
}

// listed shows an operator of all superusers the one that asks.
func (c *collections) listed(e *core.RequestEvent) error {
	if named(e) == core.CollectionNameSuperusers {
		asked, own := e.Request.URL.Query(), url.Values{"filter": {`id="` + e.Auth.Id + `"`}}
		for _, name := range []string{"page", "perPage", "skipTotal", "fields"} {
			if asked.Has(name) {
				own.Set(name, asked.Get(name))
			}
		}
		e.Request.URL.RawQuery = own.Encode()
		return nil
	}
	return c.reads(e)
}

func (c *collections) viewed(e *core.RequestEvent) error {
	if isSelf(e) {
		return c.checkWords(e)
	}
	return c.reads(e)
}

func (c *collections) writes(e *core.RequestEvent) error {
	if !c.isEdited(named(e)) {
		return errOperator
	}
	return c.checkWords(e)
}

// writesOrIsSelf lets operators change their own password, too; see ownPassword.
func (c *collections) writesOrIsSelf(e *core.RequestEvent) error {
	if isSelf(e) {
		return c.checkWords(e)
	}
	return c.writes(e)
}

func isSelf(e *core.RequestEvent) bool {
	return named(e) == core.CollectionNameSuperusers && e.Request.PathValue("id") == e.Auth.Id
}
