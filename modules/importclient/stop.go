package importclient

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
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

// findStopError returns a stopError for a refusal that concerns the run rather than the account. It
// returns nil for others.
func findStopError(step string, r *refusal) error {
	switch {
	case r.hasCode("import_supplier_not_found"):
		return newStopError("the import supplier is unknown to the service, or not granted to this API key (%v)", r)
	case r.hasCode("import_supplier_migration_not_ongoing"):
		return newStopError("the import supplier takes no accounts at present (%v)", r)
	case step == "process" && r.isTeamRefused():
		return newStopError("the operations team is not accepted, see --team (%v)", r)
	case r.code == "permission_denied":
		return newStopError("this API key may not import (%v)", r)
	case r.status == http.StatusMethodNotAllowed,
		r.status == http.StatusNotFound && (r.code == "not_found" || !r.isFromService()):
		return newStopError("the service has no such endpoint at this address, see --url (%v)", r)
	default:
		return nil
	}
}

// isTeamRefused reports whether the refusal concerns the team of the command line. The team that an
// account names itself is a fault of that account alone.
func (r *refusal) isTeamRefused() bool {
	if r.code == "account_failed_validation" {
		return false
	}
	for _, f := range r.faults {
		if f.Attr == "operations_team_name" {
			return true
		}
	}
	return r.code == "operations_team_name_does_not_exist" || r.code == "operations_team_should_be_provided"
}
