package processing

import (
	"net/http"

	"dataimport/modules/kit/domain/catalogue"
)

// rules describes the codes of creating an account.
var rules = []catalogue.Rule{
	{
		Code: codeDryRun, Area: catalogue.Imports, Statuses: []int{http.StatusBadRequest},
		Meaning: "This was a dry run, and the account would have been created: everything was done and undone.",
		Remedy:  "Send the request without dry_run to create the account.",
	},
}
