package paymentinstructions

import (
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
)

// words are the words for the events of this module.
var words = module.Words{
	Items: map[string]module.Noun{
		"payment_instruction": {One: "payment instruction", Many: "payment instructions"},
	},
}

// postImport is how clients send payment instructions for imported accounts.
var postImport = module.PostImport{Member: "payment_instruction", Path: paths.ImportPaymentInstruction, Rank: 40, Single: true, Prepare: prepare, Body: payload.Of(request{})}
