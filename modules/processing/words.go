package processing

import (
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/accountevents"
)

// words are the words for the events of this module.
var words = module.Words{
	Events: map[string]string{
		accountevents.Imported: "Account created",
	},
	Refusals: map[string]string{
		accountevents.ProcessStep: "Refused when the account was to be created",
	},
}
