package staging

import (
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/accountevents"
)

// words are the words for the events of this module.
var words = module.Words{
	Events: map[string]string{
		accountevents.Staged: "Data staged",
	},
	Refusals: map[string]string{
		accountevents.StageStep: "Refused when it was to be staged",
	},
}
