package access

import "dataimport/modules/kit/module"

// tables are the tables of API clients.
var tables = []module.Table{
	{
		Name: "api_clients", Access: module.Edited,
		Kept: "name suppliers read_only disabled key_hash token_key requests_per_second concurrent_requests",
	},
}
