package importclient

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"dataimport/modules/kit/domain/fault"
)

// A stopError ends the run: all other lines would fail the same way.
type stopError struct{ reason string }

func (e *stopError) Error() string { return e.reason }

func newStopError(format string, args ...any) error {
	return &stopError{reason: joinLines(fmt.Sprintf(format, args...))}
}

// joinLines makes one line of a text of the service.
func joinLines(text string) string { return strings.Join(strings.Fields(text), " ") }

// errUnfinished is wrapped by errors that leave a line unfinished although the line has no fault.
// The next run sends such a line again.
var errUnfinished = errors.New("not finished")

// explainRefusal returns a *stopError that says what to do about the refusal of a run.
func explainRefusal(r *refusal) error {
	switch {
	case r.hasCode("import_supplier_not_found"):
		return newStopError("the import supplier is unknown to the service, or not granted to this API key, see --supplier (%v)", r)
	case r.hasCode("import_supplier_migration_not_ongoing"):
		return newStopError("the import supplier takes no accounts at present (%v)", r)
	case r.isTeamRefused():
		return newStopError("the operations team is not accepted, see --team (%v)", r)
	case r.code == "permission_denied":
		return newStopError("this API key may not do that (%v)", r)
	case r.code == fault.RunInUse:
		return newStopError("another client has taken this run over (%v)", r)
	case r.status == http.StatusMethodNotAllowed,
		r.status == http.StatusNotFound && (r.code == "not_found" || !r.isFromService()):
		return newStopError("the service at this address knows no runs: --url is wrong, or the service is older than this client (%v)", r)
	default:
		return newStopError("the service refuses the run: %v", describeFaults(r))
	}
}

// describeFaults returns a refusal with its first fault.
func describeFaults(r *refusal) string {
	if len(r.faults) == 0 {
		return r.Error()
	}
	return fmt.Sprintf("%v (%s: %s)", r, r.faults[0].Attr, r.faults[0].Detail)
}

// isTeamRefused reports whether the refusal concerns the team of the command line.
func (r *refusal) isTeamRefused() bool {
	for _, f := range r.faults {
		if f.Attr == "operations_team_name" {
			return true
		}
	}
	return r.code == "operations_team_name_does_not_exist" || r.code == "operations_team_should_be_provided"
}
