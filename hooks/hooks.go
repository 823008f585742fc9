// Package hooks keeps the invariants of records of many modules, whether they are changed in the
// dashboard, through PocketBase's own interface or by a command. One file keeps one invariant. The
// tables of the modules say which collections there are. A hook on one module's records is in that
// module's folder.
package hooks

import (
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/module"
)

// Register binds the hooks to app. The tables are those of all modules.
func Register(app core.App, tables module.Tables) {
	c := newCollections(tables)
	bindRequestLog(app)
	c.keepImportData(app)
	showStored(app, tables)
	bindBackups(app)
	bindSuperusers(app)
	c.restrictOperators(app)
	c.fixSchema(app)
	c.keepAuditLog(app)
	bindConsole(app)
	bindDashboard(app)
}
