package progress_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"dataimport/modules/kit/http/session"
)

// One search finds an account by all that a customer may say, and leads to it.
func TestOneSearchForEverything(t *testing.T) {
	r := newTestService(t)
	r.Supplier("OTHER", nil)
	r.Exec(`INSERT INTO import_processes (id, supplier, external_account_number, state, staged_at) VALUES ('other', {:p0}, '1001-B', 'staged', '2023-11-14 22:13:20.000Z')`, r.readSupplierID("OTHER"))
	r.importAccount("1001", `"customers":[{"given_name":"Zoë","family_name":"Núñez","email":"zoe@example.com","mobile":"+447911123456","landline":"+442079460000"}],
		"billing_address":{"street_address":"1 High Street","locality":"Town","postal_code":"SW1A 1AA","country":"GB"}`)
	r.importAccount("1002", customer)
	find := func(role, query string) (place, body string) {
		t.Helper()
		answer := r.getPage(role, "/imports/~find/?"+url.Values{"q": {query}}.Encode())
		if answer.Status == http.StatusSeeOther {
			return answer.Header.Get("Location"), ""
		}
		return "", string(answer.Expect(http.StatusOK).Body)
	}
	var service, former string
	read := func(number string) (text string) {
		if err := r.App.DB().NewQuery(`SELECT service_account_number FROM import_processes WHERE external_account_number = '` + number + `'`).Row(&text); err != nil {
			t.Fatal(err)
		}
		return text
	}
	service, former = read("1001"), read("1002")
	r.act("1002", "take-back")
	for _, query := range []string{service, strings.ToLower(service), "ZOE@example.com", "07911 123456", "+44 (0)20 7946-0000", "zoe@example.com "} {
		if got, body := find(session.Support, query); got != "/imports/ACME/1001/" {
			t.Errorf("%q leads to %q:\n%s", query, got, body)
		}
	}
	if got, _ := find(session.Support, former); got != "/imports/ACME/1002/" {
		t.Errorf("the number of before leads to %q", got)
	}
	if got, _ := find(session.Viewer, service); got != "/imports/ACME/1001/" {
		t.Errorf("a viewer is led to %q", got)
	}
	for _, query := range []string{"zoe@example.com", "07911 123456", "Núñez"} {
		if got, body := find(session.Viewer, query); got != "" || !strings.Contains(body, "Nothing that you see matches") {
			t.Errorf("%q leads a viewer to %q", query, got)
		}
	}
	_, body := find(session.Support, "1001")
	r.expectParts(body, "/imports/ACME/1001/", "/imports/OTHER/1001-B/", "their number")
	for _, query := range []string{"", "%", "'", "\"><script>", "@", "00000000000", strings.Repeat("é", 300)} {
		if got, _ := find(session.Support, query); got != "" {
			t.Errorf("%q leads to %q", query, got)
		}
	}
}
