package importclient

import (
	"fmt"
	"net/http"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/apiclient"
)

// explainRefusal returns a *apiclient.StopError that says what to do about the refusal of a run.
func explainRefusal(r *apiclient.Refusal) error {
	switch {
	case r.HasCode("import_supplier_not_found"):
		return apiclient.NewStopError("the import supplier is unknown to the service, or not granted to this API key, see --supplier (%v)", r)
	case r.HasCode("import_supplier_migration_not_ongoing"):
		return apiclient.NewStopError("the import supplier takes no accounts at present (%v)", r)
	case isTeamRefused(r):
		return apiclient.NewStopError("the operations team is not accepted, see --team (%v)", r)
	case r.Code == "permission_denied":
		return apiclient.NewStopError("this API key may not do that (%v)", r)
	case r.Code == fault.RunInUse:
		return apiclient.NewStopError("another client has taken this run over (%v)", r)
	case r.Status == http.StatusMethodNotAllowed,
		r.Status == http.StatusNotFound && (r.Code == "not_found" || !r.IsFromService()):
		return apiclient.NewStopError("the service at this address knows no runs: --url is wrong, or the service is older than this client (%v)", r)
	default:
		return apiclient.NewStopError("the service refuses the run: %v", describeFaults(r))
	}
}

// describeFaults returns a refusal with its first fault.
func describeFaults(r *apiclient.Refusal) string {
	if len(r.Faults) == 0 {
		return r.Error()
	}
	return fmt.Sprintf("%v (%s: %s)", r, r.Faults[0].Attr, r.Faults[0].Detail)
}

// isTeamRefused reports whether the refusal concerns the team of the command line.
func isTeamRefused(r *apiclient.Refusal) bool {
	for _, f := range r.Faults {
		if f.Attr == "operations_team_name" {
			return true
		}
	}
	return r.Code == "operations_team_name_does_not_exist" || r.Code == "operations_team_should_be_provided"
}
