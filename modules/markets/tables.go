package markets

import "dataimport/modules/kit/module"

// tables are the tables of markets, and of what accounts have of theirs.
var tables = []module.Table{
	{Name: "account_extensions", Key: module.Key{Account: "account"}, Kept: "market version", Rewritten: map[string]string{"data": `'{}'`}, JSON: "data", Packed: "data"},
	{Name: "markets", Access: module.Edited, Kept: "name version description schema"},
}
