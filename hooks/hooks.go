// Package hooks keeps the invariants of records that people change, in the
// dashboard, through PocketBase's own interface or by a command: one file for
// each. Import data has only one way in, and it is not here.
package hooks

import "github.com/pocketbase/pocketbase/core"

// Register binds all hooks to app.
func Register(app core.App) {
	suppliers(app)
	staff(app)
	retention(app)
	clients(app)
	paymentVendors(app)
	closedLists(app)
	markets(app)
	eventEndpoints(app)
	importData(app)
	backups(app)
	superusers(app)
	operators(app)
	schema(app)
	auditLog(app)
	dashboard(app)
}
