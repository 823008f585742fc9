package runs_test

import (
	"net/http"
	"testing"

	"dataimport/modules/kit/testing/apptest"
)

// The team of an account is that of the run, else its own, else the supplier's default.
func TestTheTeamOfALine(t *testing.T) {
	s := serve(t)
	night := s.Team("Night")
	s.Team("Accounts")
	s.Change("suppliers", "code", "ACME", map[string]any{"default_operations_team": night.Id})
	for _, c := range []struct{ number, run, own, want string }{
		{"1", "", `,"operations_team_name":"Accounts"`, "Accounts"},
		{"2", "", ``, "Night"},
		{"3", `,"operations_team_name":"Migration"`, `,"operations_team_name":"Accounts"`, "Migration"},
	} {
		var r runObject
		s.opened(c.run).Decode(&r)
		s.send(r, account(c.number, c.own))
		s.Post(s.token, runsPath+r.ID+"/close/", `{"complete":true}`).Expect(http.StatusOK)
		if s.Count("accounts", "external_account_number = ? AND team = (SELECT id FROM teams WHERE name = ?)", c.number, c.want) != 1 {
			t.Errorf("run %q, account %q: the team is not %s", c.run, c.own, c.want)
		}
	}
}

// opened is the answer to a new run with the given members.
func (s service) opened(more string) *apptest.Answer {
	s.Helper()
	return s.Post(s.token, runsPath, `{"import_supplier":"ACME","name":"book.ndjson","mode":"import","holder":"h"`+more+`}`).Expect(http.StatusCreated)
}
