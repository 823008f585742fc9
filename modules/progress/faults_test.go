package progress_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"dataimport/modules/kit/http/session"
)

// The page of faults shows each fault by code, by member and one by one, and its address keeps the
// filter.
func TestThePageOfFaults(t *testing.T) {
	r := newTestService(t)
	r.expectParts(r.getText("/imports/ACME/~faults/"), "No account has a fault that is not corrected.", "No fault matches.", "Nothing has been counted yet.")
	for i := range 60 {
		r.stageAccount(fmt.Sprintf("N-%03d", i), `"customers":[{"family_name":"Núñez"},{"family_name":"O’Neill","email":"zoë"}]`).Expect(http.StatusBadRequest)
	}
	r.stageAccount("O-1", `"customers":[{"family_name":"Ó","email":"x"}],"business":{"contact_email":7}`).Expect(http.StatusBadRequest)
	r.stageAccount("<b>", `"customers":7`).Expect(http.StatusBadRequest)
	r.Runtime.AccountEvents.Flush()

	first := r.getText("/imports/ACME/~faults/")
	r.expectParts(first, "By code", ">61<", "?code=invalid_email", "Refused and incomplete accounts over time", "<polyline", "customers.1.email", "N-000", "Next page")
	r.expectNoParts(first, "N-059")
	if raw := string(r.getPage(session.Support, "/imports/ACME/~faults/").Body); !strings.Contains(raw, "&lt;b&gt;") || strings.Contains(raw, "<b>") {
		t.Error("a number is no text")
	}
	next := nextPage(t, first)
	r.expectParts(r.getText(next), "N-059", "O-1", "First page")

	code := r.getText("/imports/ACME/~faults/?code=invalid_email")
	r.expectParts(code, "By member", "?code=invalid_email&member=customers.%2A.email", "Accounts with the fault invalid_email over time", "rules/#invalid_email",
		`href="/imports/ACME/?code=invalid_email"`, "~faults.csv?code=invalid_email")
	r.expectNoParts(code, "invalid_type</code>")
	if next := nextPage(t, code); !strings.Contains(next, "code=invalid_email") {
		t.Errorf("the next page has another filter: %s", next)
	}

	filter := "?" + url.Values{"code": {"invalid_email"}, "member": {"customers.*.email"}, "step": {"stage"}}.Encode()
	r.expectParts(r.getText("/imports/ACME/~faults/"+filter), `value="customers.*.email"`, `value="stage"`, "N-000")
	if n := strings.Count(string(r.getPage(session.Support, "/imports/ACME/~faults.csv"+filter).Expect(http.StatusOK).Body), "\n"); n != 62 {
		t.Errorf("the file has %d lines", n)
	}
	r.expectParts(r.getText("/imports/ACME/~faults/?member=none"), "No fault matches.", `value="none"`)
	r.expectNoParts(string(r.getPage(session.Viewer, "/imports/ACME/~faults/").Expect(http.StatusOK).Body), "zoë")
	r.getPage(session.Support, "/imports/NONE/~faults/").Expect(http.StatusNotFound)
	r.expectParts(r.getText("/imports/ACME/"), `href="/imports/ACME/~faults/"`)
}

func nextPage(t *testing.T, body string) string {
	t.Helper()
	_, rest, ok := strings.Cut(body, `rel="next" href="`)
	address, _, _ := strings.Cut(rest, `"`)
	if !ok {
		t.Fatal("there is no next page")
	}
	return address
}
