package reconciliation_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"dataimport/modules/kit/http/paths"
)

func TestFiguresOfAnAccount(t *testing.T) {
	r := serve(t)
	if lines := r.list(r.token, "/ACME/"); len(lines) != 0 {
		t.Errorf("no account, and %q", lines)
	}
	lines := book()
	r.importBook(lines...)
	r.Post(r.token, paths.StageAccount+"/", account("staged", ``)).Expect(http.StatusCreated)
	got := r.list(r.token, "/ACME")
	if len(got) != 10 {
		t.Fatalf("%d accounts", len(got))
	}
	find := func(number string) string {
		i := slices.IndexFunc(got, func(line string) bool {
			return strings.HasPrefix(line, fmt.Sprintf(`{"external_account_number":%q,`, number))
		})
		if i < 0 {
			t.Fatalf("there is no %s", number)
		}
		return got[i]
	}
	for number, want := range map[string]string{
		"sums": `"state":"imported"`, "staged": `"service_account_number":"","state":"staged"`,
		"carried forward": `"figures":{"accounts":1,"customers":1,"balance":"-99999999.1234567891","ledgers":{"count":1,"sum":"-99999999.1234567891"}},"documents":[]}`,
		"é/ü #%?":         `"notes":3,"documents":2},"documents":[{"path":"/letters/1.pdf","sha256":""},{"path":"letters/2.pdf","sha256":""}]}`,
		"nobody":          `"figures":{"accounts":1,"ledgers":{"count":1}},"documents":[]}`,
		"later":           `"transactions":{"CHARGE":{"count":1,"sum":"5.25"},"PAYMENT":{"count":2,"sum":"100.75"},"REPAYMENT":{"count":1,"sum":"2.00"}},"notes":3,"statements":{"count":2,"sum":"-0.50"},"documents":1}`,
	} {
		if line := find(number); !strings.Contains(line, want) {
			t.Errorf("%s, want %s", line, want)
		}
	}
	if line := find("staged"); !strings.HasSuffix(line, `"figures":{},"documents":[]}`) {
		t.Error(line)
	}
	if after := r.list(r.token, "/ACME/?after="+url.QueryEscape("ledgers")); !slices.Equal(after, got[slices.Index(got, find("ledgers"))+1:]) {
		t.Errorf("after ledgers: %q", after)
	}
}

func TestWhoReadsFigures(t *testing.T) {
	r := serve(t)
	r.importBook(account("1", ``))
	reader := r.Token(r.Client("Auditors", map[string]any{"read_only": true}, "ACME"))
	if got := r.list(reader, "/ACME/"); len(got) != 1 {
		t.Errorf("%q", got)
	}
	r.Supplier("OTHER", nil)
	for _, code := range []string{"OTHER", "NONE"} {
		r.Get(r.token, paths.Reconciliation+"/"+code+"/").Refused(http.StatusNotFound, "import_supplier_not_found")
	}
	r.Get(r.token, paths.Reconciliation+"/ACME/?after="+strings.Repeat("x", 513)).Refused(http.StatusBadRequest, "request_failed_validation", "too_long after")
	r.Get("", paths.Reconciliation+"/ACME/").Refused(http.StatusUnauthorized, "not_authenticated")
}

// The accounts are in the order of the bytes of their numbers, also beyond a page.
func TestTheOrderOfPages(t *testing.T) {
	r := serve(t)
	supplier, err := r.App.FindFirstRecordByData("suppliers", "code", "ACME")
	if err != nil {
		t.Fatal(err)
	}
	var want, rows []string
	for i := range 1201 {
		number := fmt.Sprintf("%c%d", []rune("aZé~ü🏠")[i%6], i)
		want = append(want, number)
		rows = append(rows, fmt.Sprintf(`('%015d', '%s', '%s', 'staged')`, i, supplier.Id, number))
	}
	r.change(`INSERT INTO import_processes (id, supplier, external_account_number, state) VALUES ` + strings.Join(rows, ","))
	slices.Sort(want)
	got := r.list(r.token, "/ACME/")
	if len(got) != len(want) {
		t.Fatalf("%d accounts", len(got))
	}
	for i, line := range got {
		if !strings.HasPrefix(line, fmt.Sprintf(`{"external_account_number":%q,`, want[i])) {
			t.Fatalf("%d: %s, want %s", i, line, want[i])
		}
	}
}
