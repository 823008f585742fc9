package docs_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

var shownRules = regexp.MustCompile(`<article class="rule" id="([^"]+)"`)

// listRules lists the codes on a page of rules.
func (o *fixture) listRules(cookie, query string) (codes []string, body string) {
	o.Helper()
	request, err := http.NewRequest(http.MethodGet, o.URL+"/v1/data-import/docs/rules/?"+query, nil)
	if err != nil {
		o.Fatal(err)
	}
	if cookie != "" {
		request.Header.Set("Cookie", cookie)
	}
	body = string(o.Do(request, "").Expect(http.StatusOK).Body)
	for _, found := range shownRules.FindAllStringSubmatch(body, -1) {
		codes = append(codes, found[1])
	}
	return codes, body
}

func TestTheRulesAreFilteredByTheAddress(t *testing.T) {
	o := newFixture(t)
	all, _ := o.listRules("", "")
	if len(all) != len(o.Rules) {
		t.Fatalf("%d rules of %d", len(all), len(o.Rules))
	}
	for query, want := range map[string]string{
		"q=malformed_json":             "malformed_json",
		"q=MALFORMED+json":             "malformed_json",
		"q=%20malformed_json%20&area=": "malformed_json",
		"q=zo%C3%AB+nothing":           "",
		"q=%3Cscript%3E":               "",
		"area=area-none":               "",
	} {
		codes, body := o.listRules("", query)
		if got := strings.Join(codes, " "); got != want {
			t.Errorf("%s: %q", query, got)
		}
		if !strings.Contains(body, fmt.Sprintf("%d of %d rules", len(codes), len(all))) || strings.Contains(body, "<script>") {
			t.Errorf("%s: %s", query, body)
		}
		if (want == "") != strings.Contains(body, "No rule matches.") {
			t.Errorf("%s: an empty page does not say so", query)
		}
	}
	if codes, _ := o.listRules("", "area=area-dates"); len(codes) == 0 || len(codes) == len(all) {
		t.Errorf("%d rules of dates", len(codes))
	}
}

// Both examples are whole, and what differs is marked.
func TestTheDifferenceOfExamplesIsMarked(t *testing.T) {
	o := newFixture(t)
	_, body := o.listRules("", "q=unknown_field")
	if !strings.Contains(body, "<del>") {
		t.Errorf("nothing is marked: %s", body)
	}
	_, all := o.listRules("", "")
	for _, text := range regexp.MustCompile(`(?s)<pre><code>(.*?)</code></pre>`).FindAllStringSubmatch(all, -1) {
		if shown := unescape(tags.ReplaceAllString(text[1], "")); !strings.HasPrefix(shown, "{") || !strings.HasSuffix(shown, "}") {
			t.Errorf("an example is not whole: %s", shown)
		}
	}
}

func TestTheRulesSayWhichAccountsBreakThem(t *testing.T) {
	o := newFixture(t)
	other := o.Supplier("OTHER", map[string]any{"document_root": "other"})
	acme, err := o.App.FindFirstRecordByData("suppliers", "code", "ACME")
	if err != nil {
		t.Fatal(err)
	}
	for supplier, n := range map[string]int{acme.Id: 1234, other.Id: 7} {
		o.Record("progress", map[string]any{"supplier": supplier, "name": "fault:unknown_field", "n": n})
	}
	o.Record("progress", map[string]any{"supplier": other.Id, "name": "fault:invalid_email", "n": 0})
	const password = "ein langes Passwort"
	for email, suppliers := range map[string][]string{"all@example.com": nil, "other@example.com": {other.Id}} {
		o.Record("staff", map[string]any{"email": email, "password": password, "role": "viewer", "verified": true, "suppliers": suppliers})
	}
	signIn := func(email string) (cookie string) {
		form := url.Values{"email": {email}, "password": {password}}
		answer := o.Send(http.MethodPost, "", "/imports/login/", form.Encode(), "application/x-www-form-urlencoded").Expect(http.StatusSeeOther)
		for _, c := range (&http.Response{Header: answer.Header}).Cookies() {
			cookie += c.Name + "=" + c.Value + "; "
		}
		return cookie
	}
	for email, want := range map[string]string{
		"all@example.com":   "In 1,241 of your accounts: ACME (1,234) OTHER (7)",
		"other@example.com": "In 7 of your accounts: OTHER (7)",
	} {
		codes, body := o.listRules(signIn(email), "mine=yes")
		text := strings.Join(strings.Fields(tags.ReplaceAllString(body, " ")), " ")
		if strings.Join(codes, " ") != "unknown_field" || !strings.Contains(text, strings.ReplaceAll(want, " (", " (")) {
			t.Errorf("%s: %q %s", email, codes, text)
		}
		if !strings.Contains(body, `href="/imports/OTHER/?code=unknown_field"`) {
			t.Errorf("%s: no link to the accounts", email)
		}
	}
	if _, body := o.listRules("", "q=unknown_field"); strings.Contains(body, "of your accounts") || strings.Contains(body, "OTHER") {
		t.Error("a reader who is not signed in sees accounts")
	}
}
