package hooks

var (
	OperatorRoutes = operatorRoutes
	Watched        = watched
	Truncate       = truncatePattern
)
