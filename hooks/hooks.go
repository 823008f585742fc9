// Package hooks keeps the invariants that hold for records of many modules, however they
// are changed: in the dashboard, through PocketBase's own interface or by a command. One
// file keeps one invariant. It learns from the tables of the modules which collections
// there are. Hooks of one module's records are in its folder.
package hooks

import (
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/module"
)

// Register binds the hooks to app. The tables are those of all modules.
func Register(app core.App, tables module.Tables) {
	c := collectionsOf(tables)
	c.keepImportData(app)
	backups(app)
	superusers(app)
	c.restrictOperators(app)
	c.fixSchema(app)
	c.keepAuditLog(app)
	dashboard(app)
}
