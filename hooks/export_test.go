package hooks

var (
	OperatorRoutes = new(collections).operatorRoutes()
	AuditedRoutes  = auditedRoutes
	Truncate       = truncatePattern
)
