package staging

import "dataimport/modules/kit/module"

// words are the words for the events of this module.
var words = module.Words{
	Events: map[string]string{
		"account.staged": "Data staged",
	},
	Refusals: map[string]string{
		"stage": "Refused when it was to be staged",
	},
}
