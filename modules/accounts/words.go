package accounts

import (
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/accountevents"
)

// words are the words for the events of this module.
var words = module.Words{
	Events: map[string]string{
		accountevents.Validated: "Checked, without a fault",
	},
	Refusals: map[string]string{
		accountevents.ValidateStep: "Checked, and found faulty",
	},
}
