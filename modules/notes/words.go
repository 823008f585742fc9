package notes

import (
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
)

// words are the words for the events of this module.
var words = module.Words{
	Items: map[string]module.Noun{
		"notes": {One: "note", Many: "notes"},
	},
}

// postImport is how clients send notes for imported accounts.
var postImport = module.PostImport{Member: "notes", Path: paths.ImportNotes, Rank: 10, Prepare: prepare, Body: payload.Of(request{})}
