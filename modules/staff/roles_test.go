package staff_test

import (
	"net/http"
	"strings"
	"testing"

	"dataimport/modules/kit/http/session"
)

// A role of the staff that is not known gives no rights, whatever its name.
func TestUnknownRolesOfTheStaff(t *testing.T) {
	for _, role := range []string{"operator", "admin", ""} {
		if r := (&session.Reader{Role: role}); r.SeesPersonalData() || r.Operates() {
			t.Errorf("%q gives rights", role)
		}
	}
	env := serveWithStaff(t)
	b := newBrowser(env)
	b.signIn()
	env.Exec(`UPDATE staff SET role = 'admin'`)
	b.getPage("/runs/none/csv/").Expect(http.StatusNotFound)
	if got := string(b.getPage("/imports/").Expect(http.StatusOK).Body); len(got) == 0 || strings.Contains(got, `href="/_/"`) || strings.Contains(got, "Recent changes") {
		t.Errorf("%s", got)
	}
}
