package lifecycle

import "dataimport/modules/kit/module"

// words are the words for the events of this module.
var words = module.Words{
	Events: map[string]string{
		"account.taken_back": "Taken back, by an operator",
		"account.erased":     "Personal data removed, by an operator",
	},
}
