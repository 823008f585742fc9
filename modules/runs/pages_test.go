package runs_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"dataimport/modules/kit/testing/apptest"
)

// signIn returns the cookie of a new member of the staff.
func (s service) signIn(name, role string, suppliers ...string) string {
	s.Helper()
	s.Record("staff", map[string]any{"email": name + "@example.com", "password": "ein langes Passwort", "role": role, "suppliers": suppliers})
	form := url.Values{"email": {name + "@example.com"}, "password": {"ein langes Passwort"}}
	answer := s.Send(http.MethodPost, "", "/imports/login/", form.Encode(), "application/x-www-form-urlencoded").Expect(http.StatusSeeOther)
	cookie, _, _ := strings.Cut(answer.Header.Get("Set-Cookie"), ";")
	return cookie
}

func (s service) page(cookie, address string) *apptest.Answer {
	s.Helper()
	request, err := http.NewRequest(http.MethodGet, s.URL+address, nil)
	if err != nil {
		s.Fatal(err)
	}
	request.Header.Set("Cookie", cookie)
	return s.Do(request, "")
}

var space = regexp.MustCompile(`\s+`)

// text is the text of a page.
func text(answer *apptest.Answer) string {
	return html.UnescapeString(space.ReplaceAllString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(answer.Body), " "), " "))
}

func (s service) shows(answer *apptest.Answer, parts ...string) {
	s.Helper()
	got := text(answer.Expect(http.StatusOK))
	for _, part := range parts {
		if !strings.Contains(got, part) {
			s.Errorf("the page does not show %q: %s", part, got)
		}
	}
}

func TestThePageOfARunAddsUp(t *testing.T) {
	s := serve(t)
	cookie := s.signIn("support", "support")
	r := s.open("rehearsal", `,"book":{"lines":7,"accounts":6,"bytes":12345}`)
	s.send(r, account("1", ""), account("2", `,"customers_":1`), enveloped(account("3", ""), badNotes), account("4", `,"customers_":1`))
	address := "/runs/" + r.ID + "/"
	s.shows(s.page(cookie, address), "7 lines = 1 imported + 1 incomplete + 2 refused + 3 left.", "Rehearsal", "Running",
		"unknown_field", "customers_", "dataimport run take-back "+r.ID, "This is the first run of this book.")
	s.Post(s.token, runsPath+r.ID+"/close/", `{"complete":true,"unsent":{"refused":2,"repeated":1}}`).Expect(http.StatusOK)
	s.shows(s.page(cookie, address), "7 lines = 1 imported + 1 incomplete + 2 refused + 2 refused before sending + 1 repeated.", "Complete, with refused lines")

	next := s.open("rehearsal", `,"book":{"lines":4,"sha256":"`+strings.Repeat("a", 64)+`"}`)
	s.send(next, account("1", ""), account("2", ""), account("5", ""), account("4", `,"customers_":1`))
	s.shows(s.page(cookie, "/runs/"+next.ID+"/"), "Were refused, are imported now 1", "Refused in both runs 1", "New in this run 1", "In the run before alone 1")
	s.shows(s.page(cookie, "/runs/?supplier=ACME"), "7 lines =", "4 lines =")
	s.shows(s.page(cookie, "/imports/ACME/"), "Runs", "4 lines =", "All runs")
}

func TestTheLinesBehindAFault(t *testing.T) {
	s := serve(t)
	r := s.open("import", "")
	s.send(r, account("1", ""), account("GEHEIM-2", `,"customers_":"Núñez"`), enveloped(account("3", ""), badNotes))
	support, viewer := s.signIn("support", "support"), s.signIn("viewer", "viewer")
	lines := "/runs/" + r.ID + "/lines/"
	page := s.page(support, lines+"?code=unknown_field&member=customers_")
	s.shows(page, "GEHEIM-2", "Refused", "Lines with the fault unknown_field at customers_.")
	if got := text(page); strings.Contains(got, "note_body") {
		t.Errorf("lines with other faults are shown, too: %s", got)
	}
	s.shows(s.page(support, lines+"?outcome=incomplete"), "Imported: account", "note_body_or_document_path_not_found")
	s.shows(s.page(support, lines+"?code=unknown_field&member=elsewhere"), "There is no such line here.")
	s.shows(s.page(viewer, lines), "GEHEIM-2", "Personal data is masked")
	s.page(viewer, "/runs/"+r.ID+"/csv/").Expect(http.StatusForbidden)
	if csv := string(s.page(support, "/runs/"+r.ID+"/csv/?outcome=refused").Expect(http.StatusOK).Body); strings.Count(csv, "\n") != 2 || !strings.Contains(csv, "GEHEIM-2") {
		t.Errorf("the file is %q", csv)
	}
}

func TestManyLinesArePaged(t *testing.T) {
	s := serve(t)
	r := s.open("import", "")
	var entries []string
	for i := range 120 {
		entries = append(entries, account(string(rune('A'+i/26))+string(rune('A'+i%26)), `,"customers_":1`))
	}
	s.send(r, entries...)
	cookie := s.signIn("support", "support")
	next := regexp.MustCompile(`rel="next" href="([^"]*)"`)
	seen, address := 0, "/runs/"+r.ID+"/lines/?code=unknown_field"
	for address != "" {
		body := string(s.page(cookie, address).Expect(http.StatusOK).Body)
		seen += strings.Count(body, `<th scope="row">`)
		address = ""
		if found := next.FindStringSubmatch(body); found != nil {
			address = html.UnescapeString(found[1])
		}
	}
	if seen != 120 {
		t.Errorf("%d lines are on the pages", seen)
	}
}

func TestARunOfAnotherSupplierIsNotThere(t *testing.T) {
	s := serve(t)
	other, err := s.App.FindFirstRecordByData("suppliers", "code", "OTHER")
	if err != nil {
		t.Fatal(err)
	}
	r := s.open("import", "")
	cookie := s.signIn("other", "support", other.Id)
	for _, address := range []string{"/runs/" + r.ID + "/", "/runs/" + r.ID + "/lines/", "/runs/" + r.ID + "/csv/", "/runs/" + r.ID + "/live/", "/runs/none/", "/runs/?supplier=ACME", "/runs/?supplier=NONE"} {
		s.page(cookie, address).Expect(http.StatusNotFound)
	}
	s.shows(s.page(cookie, "/runs/?supplier=OTHER"), "No book has been imported yet.")
}
