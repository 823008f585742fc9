package operators

import "dataimport/modules/kit/module"

// words are the words for the events of this module.
var words = module.Words{
	Events: map[string]string{
		"process.skipped":   "Marked to be skipped, by an operator",
		"process.unskipped": "No longer to be skipped, by an operator",
	},
}
