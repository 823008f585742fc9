package processing

import "dataimport/modules/kit/module"

// words are the words for the events of this module.
var words = module.Words{
	Events: map[string]string{
		"account.imported": "Account created",
	},
	Refusals: map[string]string{
		"process": "Refused when the account was to be created",
	},
}
