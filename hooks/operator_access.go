package hooks

import (
	"net/url"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/audit"
)

// What an operator may do is listed here, and nothing else is allowed: not what
// PocketBase adds tomorrow, nor a collection that nobody has thought about.

// operatorCollections are those that operators change, and that the audit log follows.
var operatorCollections = []string{"suppliers", "teams", "api_clients", "staff", "markets", "closed_lists", "payment_vendors", "event_endpoints"}

// operatorReads are the collections that operators see beside their own.
var operatorReads = append([]string{audit.Table}, importCollections...)

// operatorRoutes are the routes of /api/ that operators may call, as the router names
// them, with what else has to hold.
var operatorRoutes = map[string]func(*core.RequestEvent) error{
	"GET /api/health": allowed,

	// What the dashboard needs to start.
	"GET /api/collections":                       allowed, // shortened to what they may read
	"GET /api/collections/{collection}":          reads,
	"GET /api/collections/meta/scaffolds":        allowed,
	"GET /api/collections/meta/oauth2-providers": allowed,

	"GET /api/collections/{collection}/auth-methods":        allowed,
	"POST /api/collections/{collection}/auth-with-password": allowed,
	"POST /api/collections/{collection}/auth-refresh":       allowed, // of the account that asks

	"GET /api/collections/{collection}/records":         listed,
	"GET /api/collections/{collection}/records/{id}":    viewed,
	"POST /api/collections/{collection}/records":        writes,
	"PATCH /api/collections/{collection}/records/{id}":  writesOrIsSelf,
	"DELETE /api/collections/{collection}/records/{id}": writes,

	"POST /api/dataimport/processes/{id}/skip":      allowed,
	"POST /api/dataimport/processes/{id}/unskip":    allowed,
	"POST /api/dataimport/processes/{id}/take-back": allowed,
	"POST /api/dataimport/api-clients/{id}/rotate":  allowed,

	"POST /api/dataimport/event-endpoints/{id}/rotate":  allowed,
	"POST /api/dataimport/event-endpoints/{id}/test":    allowed,
	"POST /api/dataimport/outbox/{id}/resend":           allowed,
	"POST /api/dataimport/suppliers/{id}/email-preview": allowed,
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

func operatorReadsCollection(name string) bool {
	return slices.Contains(operatorCollections, name) || slices.Contains(operatorReads, name)
}

func reads(e *core.RequestEvent) error {
	if !operatorReadsCollection(named(e)) {
		return errOperator
	}
	return checkWords(e)
}

// listed shows an operator of all superusers the one that asks.
func listed(e *core.RequestEvent) error {
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
	return reads(e)
}

func viewed(e *core.RequestEvent) error {
	if isSelf(e) {
		return checkWords(e)
	}
	return reads(e)
}

func writes(e *core.RequestEvent) error {
	if !slices.Contains(operatorCollections, named(e)) {
		return errOperator
	}
	return checkWords(e)
}

// writesOrIsSelf lets operators change their own password, too; see ownPassword.
func writesOrIsSelf(e *core.RequestEvent) error {
	if isSelf(e) {
		return checkWords(e)
	}
	return writes(e)
}

func isSelf(e *core.RequestEvent) bool {
	return named(e) == core.CollectionNameSuperusers && e.Request.PathValue("id") == e.Auth.Id
}
