package accounts

import "dataimport/modules/kit/module"

// words are the words for the events of this module.
var words = module.Words{
	Events: map[string]string{
		"account.validated": "Checked, without a fault",
	},
	Refusals: map[string]string{
		"validate": "Checked, and found faulty",
	},
}
