package transactions

import (
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
)

// words are the words for the events of this module.
var words = module.Words{
	Items: map[string]module.Noun{
		"transactions": {One: "transaction", Many: "transactions"},
	},
}

// newPostImport is how clients send transactions for imported accounts.
func newPostImport(pin PinNote) *module.PostImport {
	return &module.PostImport{Member: "transactions", Path: paths.ImportTransactions, Rank: 20, Prepare: prepare(pin), Body: payload.Of(body{})}
}
