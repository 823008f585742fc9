package transactions

import (
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
)

// words are the words for the events of this module.
var words = module.Words{
	Items: map[string]module.Noun{
		"transactions": {One: "transaction", Many: "transactions"},
	},
}

// postImport is how clients send transactions for imported accounts.
var postImport = module.PostImport{Member: "transactions", Path: paths.ImportTransactions, Rank: 20}
