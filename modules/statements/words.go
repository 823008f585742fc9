package statements

import (
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
)

// words are the words for the events of this module.
var words = module.Words{
	Items: map[string]module.Noun{
		"statements": {One: "statement", Many: "statements"},
	},
}

// postImport is how clients send statements for imported accounts.
var postImport = module.PostImport{Member: "statements", Path: paths.ImportStatements, Rank: 30, Prepare: prepare, Body: payload.Of(request{})}
