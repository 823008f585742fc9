package hooks

var (
	OperatorRoutes = new(collections).operatorRoutes()
	Watched        = watched
	Truncate       = truncatePattern
)
