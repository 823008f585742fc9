package hooks

import "github.com/pocketbase/pocketbase/core"

var (
	OperatorRoutes = new(collections).operatorRoutes()
	AuditedRoutes  = auditedRoutes
	RefusedRoutes  = refusedRoutes
	ConsolePattern = consolePattern
)

// CloseRules closes the rules of all collections.
func CloseRules(app core.App) error { return closeRules(app) }
