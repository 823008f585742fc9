package modules_test

// outcome is the outcome of a request, as far as it depends on the caller.
type outcome string

const (
	in     outcome = "let in"           // whatever the handler answers
	who    outcome = "not known"        // 401
	no     outcome = "not allowed"      // 403
	login  outcome = "sent to log in"   // 303
	hidden outcome = "no such supplier" // as if it did not exist
	closed outcome = "closed"           // 404: a route of PocketBase that the service does not have
)

// decision has the outcome for each kind of caller. A stranger has no token, an expired
// one, or an invalid one. Elsewhere is support staff of another supplier alone.
type decision struct{ stranger, other, reader, client, viewer, support, elsewhere, operator, admin outcome }

func all(o outcome) decision { return decision{o, o, o, o, o, o, o, o, o} }

// people is the decision for routes of PocketBase. All callers except superusers are
// unknown to PocketBase.
func people(o, operator, admin outcome) decision {
	return decision{o, o, o, o, o, o, o, operator, admin}
}

var (
	open    = all(in)
	reads   = decision{who, hidden, in, in, who, who, who, who, who}
	writes  = decision{who, hidden, no, in, who, who, who, who, who}
	pages   = decision{login, login, login, login, in, in, in, login, login} // of all suppliers that the caller sees
	scoped  = decision{login, login, login, login, in, in, hidden, login, login}
	admins  = people(who, no, in)
	dash    = people(who, in, in) // superusers of both roles
	records = people(no, in, in)  // the rules of collections permit only superusers
	notOps  = people(in, no, in)  // the handler checks the request's credentials itself; operators need none of these routes
)

// decisions says which caller may use which route: a line for each route, as the routers
// name it. A route that ends with a slash and {$} stands for the route without, too.
var decisions = map[string]decision{
	// Routes of the interface.
	"POST /v1/graphql":                    open,
	"GET /v1/data-import/openapi.json":    open,
	"GET /v1/data-import/docs/":           open,
	"GET /v1/data-import/docs/rules":      open,
	"GET /v1/data-import/docs/rules.json": open,
	"/v1/{path...}":                       open, // there is no such address
	"GET /v1/data-import/schema":          {who, in, in, in, who, who, who, who, who},
	"GET /v1/data-import/account-transfer-status/{import_supplier_code}/{external_account_number}": reads,
	"GET /v1/data-import/all-account-import-processes/{import_supplier_code}":                      reads,
	"GET /v1/data-import/imported-account-import-processes/{import_supplier_code}":                 reads,
	"GET /v1/data-import/pending-account-import-processes/{import_supplier_code}":                  reads,
	"GET /v1/data-import/reconciliation/{import_supplier_code}":                                    reads,
	"GET /v1/data-import/faults/{import_supplier_code}":                                            reads,
	"POST /v1/data-import/validate-account":                                                        reads, // validation stores nothing
	"POST /v1/data-import/account-import-process/create-or-update":                                 writes,
	"POST /v1/data-import/account-import-process/process":                                          writes,
	"POST /v1/data-import/historical-statements/create":                                            writes,
	"POST /v1/data-import/notes/create":                                                            writes,
	"POST /v1/data-import/payment-instruction/create":                                              writes,
	"POST /v1/data-import/transactions/create":                                                     writes,
	"GET /v1/data-import/runs":                                                                     reads,
	"GET /v1/data-import/runs/{run}":                                                               reads,
	"GET /v1/data-import/runs/{run}/outcomes":                                                      reads,
	"POST /v1/data-import/runs/check/lines":                                                        reads, // a check stores nothing
	"POST /v1/data-import/runs":                                                                    writes,
	"POST /v1/data-import/runs/{run}/lines":                                                        writes,
	"POST /v1/data-import/runs/{run}/close":                                                        writes,
	"POST /v1/data-import/runs/{run}/reconciliation":                                               writes,
	"POST /v1/data-import/runs/{run}/take-back":                                                    writes,

	// Pages, and routes that are not for clients.
	"/{$}":                                   open,
	"GET /{$}":                               open,
	"/assets/{path...}":                      open,
	"GET /assets/{name}":                     open,
	"/healthz":                               open,
	"GET /healthz":                           open,
	"/readyz":                                open,
	"GET /readyz":                            open,
	"/metrics":                               all(who), // except with its token
	"GET /metrics":                           all(who),
	"/documents/":                            all(no), // without a signature
	"/documents/{path...}":                   all(no),
	"/imports":                               open, // redirects to its form with a slash
	"/imports/":                              pages,
	"/imports/{path...}":                     pages,
	"GET /imports":                           pages,
	"GET /imports/~live":                     pages,
	"GET /imports/~find":                     pages,
	"GET /imports/{supplier}":                scoped,
	"GET /imports/{supplier}/~live":          scoped,
	"GET /imports/{supplier}/~accounts.csv":  scoped,
	"GET /imports/{supplier}/~faults.csv":    scoped,
	"GET /imports/{supplier}/~faults":        scoped,
	"GET /imports/{supplier}/{account}":      scoped,
	"GET /imports/{supplier}/{account}/live": scoped,
	"GET /imports/{supplier}/{account}/document":            {login, login, login, login, no, in, hidden, login, login},
	"GET /imports/{supplier}/{account}/data/{staging}":      scoped,
	"GET /imports/{supplier}/{account}/data/{staging}/json": scoped,
	"/runs/":                         pages,
	"/runs/{path...}":                pages,
	"GET /runs":                      scoped, // of a supplier, in its query
	"GET /runs/{run}":                scoped,
	"GET /runs/{run}/live":           scoped,
	"GET /runs/{run}/lines":          scoped,
	"GET /runs/{run}/csv":            {login, login, login, login, no, in, hidden, login, login},
	"GET /imports/login":             open,
	"POST /imports/login":            open,
	"GET /imports/password":          open,
	"POST /imports/password":         open,
	"GET /imports/password/confirm":  all(no), // without an e-mail's token
	"POST /imports/password/confirm": all(no),
	"POST /imports/logout":           all(login),

	// Operators' actions in the dashboard.
	"POST /api/dataimport/api-clients/{id}/rotate":      dash,
	"POST /api/dataimport/session":                      dash,
	"POST /api/dataimport/event-endpoints/{id}/rotate":  dash,
	"POST /api/dataimport/event-endpoints/{id}/test":    dash,
	"POST /api/dataimport/outbox/{id}/resend":           dash,
	"POST /api/dataimport/processes/{id}/skip":          dash,
	"POST /api/dataimport/processes/{id}/unskip":        dash,
	"POST /api/dataimport/processes/{id}/take-back":     dash,
	"POST /api/dataimport/suppliers/{id}/email-preview": dash,

	// PocketBase's own routes.
	"GET /api/health":                                     open,
	"GET /api/collections":                                dash,
	"GET /api/collections/{collection}":                   dash,
	"GET /api/collections/meta/scaffolds":                 dash,
	"GET /api/collections/meta/oauth2-providers":          dash,
	"GET /api/collections/{collection}/records":           records,
	"GET /api/collections/{collection}/records/{id}":      records,
	"POST /api/collections/{collection}/records":          records,
	"PATCH /api/collections/{collection}/records/{id}":    records,
	"DELETE /api/collections/{collection}/records/{id}":   records,
	"GET /api/backups":                                    admins,
	"POST /api/backups":                                   admins,
	"POST /api/backups/upload":                            admins,
	"POST /api/backups/{key}/restore":                     admins,
	"DELETE /api/backups/{key}":                           admins,
	"GET /api/backups/{key}":                              all(no), // without the token for files, which only admins get
	"POST /api/collections":                               people(who, no, no),
	"PUT /api/collections/import":                         people(who, no, no),
	"POST /api/collections/meta/dry-run-view":             people(who, no, no),
	"PATCH /api/collections/{collection}":                 admins,
	"DELETE /api/collections/{collection}":                admins,
	"DELETE /api/collections/{collection}/truncate":       people(who, no, no), // no caller may
	"POST /api/collections/{collection}/impersonate/{id}": admins,
	"GET /api/crons":                                      admins,
	"POST /api/crons/{id}":                                admins,
	"POST /api/files/token":                               admins,
	"GET /api/logs":                                       admins,
	"GET /api/logs/stats":                                 admins,
	"GET /api/logs/{id}":                                  admins,
	"DELETE /api/logs":                                    admins,
	"GET /api/settings":                                   admins,
	"PATCH /api/settings":                                 admins,
	"POST /api/settings/apple/generate-client-secret":     all(closed),
	"POST /api/settings/test/email":                       admins,
	"POST /api/settings/test/s3":                          admins,
	"POST /api/sql":                                       admins,
	"POST /api/batch":                                     all(closed),
	"GET /api/realtime":                                   all(closed),
	"POST /api/realtime":                                  all(closed),
	"GET /api/files/{collection}/{recordId}/{filename}":   all(closed),
	"GET /api/oauth2-redirect":                            all(closed),
	"POST /api/oauth2-redirect":                           all(closed),

	// The log-in of superusers. Staff cannot log in here.
	"GET /api/collections/{collection}/auth-methods":            open,
	"POST /api/collections/{collection}/auth-with-password":     open,
	"POST /api/collections/{collection}/auth-refresh":           dash,
	"POST /api/collections/{collection}/auth-with-oauth2":       all(closed),
	"POST /api/collections/{collection}/request-otp":            notOps,
	"POST /api/collections/{collection}/auth-with-otp":          notOps,
	"POST /api/collections/{collection}/request-password-reset": notOps,
	"POST /api/collections/{collection}/confirm-password-reset": notOps,
	"POST /api/collections/{collection}/request-verification":   all(closed),
	"POST /api/collections/{collection}/confirm-verification":   all(closed),
	"POST /api/collections/{collection}/request-email-change":   all(closed),
	"POST /api/collections/{collection}/confirm-email-change":   all(closed),
}
