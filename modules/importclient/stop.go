package importclient

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// A stopError ends the run: every other line would fail the same way.
type stopError struct{ reason string }

func (e *stopError) Error() string { return e.reason }

func stopf(format string, args ...any) error {
	return &stopError{reason: oneLine(fmt.Sprintf(format, args...))}
}

// oneLine keeps a text of the service from spreading an error over several.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// errUnfinished is wrapped by whatever keeps a line from being finished without
// being its own fault. Such a line is sent again by the next run.
var errUnfinished = errors.New("not finished")

// endsRun returns a stopError for a refusal that says nothing about the account
// but something about the run, nil for any other.
func endsRun(step string, r *refusal) error {
	switch {
	case r.has("import_supplier_not_found"):
		return stopf("the import supplier is unknown to the service, or not granted to this API key (%v)", r)
	case r.has("import_supplier_migration_not_ongoing"):
		return stopf("the import supplier takes no accounts at present (%v)", r)
	case step == "process" && r.teamIsWrong():
		return stopf("the operations team is not accepted, see --team (%v)", r)
	case r.code == "permission_denied":
		return stopf("this API key may not import (%v)", r)
	case r.status == http.StatusMethodNotAllowed,
		r.status == http.StatusNotFound && (r.code == "not_found" || !r.fromService()):
		return stopf("the service has no such endpoint at this address, see --url (%v)", r)
	default:
		return nil
	}
}

// teamIsWrong tells the team of the command line from the one an account may
// name itself, which is a fault of that account alone.
func (r *refusal) teamIsWrong() bool {
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
