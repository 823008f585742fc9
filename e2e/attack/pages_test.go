package attack

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	// many is how many items of a kind an account has whose page is compared with that of an
	// account with few.
	many, few = 20_000, 60
	// maxPageFactor is how often the processor time of a page grows at most, from few items
	// to many. Without a bound it grows with their number.
	maxPageFactor = 10
)

// importAccount imports an account with so many transactions, notes and statements.
func (s *service) importAccount(t testing.TB, number string, items int) {
	t.Helper()
	token := s.tokenOf(t, s.writer)
	post := func(path, body string) {
		t.Helper()
		if a := s.ask(t, request{path: "/v1/data-import/" + path, authorization: token, body: body}); a.status != http.StatusCreated {
			t.Fatalf("%s: %d %.500s", path, a.status, a.body)
		}
	}
	post("account-import-process/create-or-update/", `{"import_supplier":"ACME","external_account_number":"`+number+`","customers":[{"family_name":"Núñez"}]}`)
	post("account-import-process/process/", `{"import_supplier_code":"ACME","external_account_number":"`+number+`","operations_team_name":"Migration"}`)
	today := time.Now().UTC().Format(time.DateOnly)
	for _, kind := range []struct{ path, member, item string }{
		{"transactions/create/", "transactions", `{"transaction_id":"T-%06d","transaction_date":"` + today + `","amount":"12.30","type":"CREDIT","reason":"GENERAL_CREDIT","note":"Gutschrift für Æ"}`},
		{"notes/create/", "notes", `{"body":"Rang about %d – “again”"}`},
		{"historical-statements/create/", "statements", `{"statement_id":"S-%d","bill_period_from_date":"2024-01-01","bill_period_to_date":"2024-01-31","issued_date":"2024-02-01","number":"1","gross_amount":1234}`},
	} {
		for from := 0; from < items; from += 10_000 {
			list := make([]string, min(10_000, items-from))
			for i := range list {
				list[i] = fmt.Sprintf(kind.item, from+i)
			}
			post(kind.path, `{"import_supplier":"ACME","external_account_number":"`+number+`","`+kind.member+`":[`+strings.Join(list, ",")+`]}`)
		}
	}
}

// The page of an account with very many items costs little more than that of an ordinary
// one. Every item is on one of its pages.
func TestWhatAPageOfAnAccountCosts(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.importAccount(t, "FEW", few)
	s.importAccount(t, "MANY", many)
	browser := s.signIn(t, support)
	open := func(address string) answer {
		t.Helper()
		a, err := s.exchange(browser, request{method: http.MethodGet, path: address})
		if err != nil || a.status != http.StatusOK {
			t.Fatalf("%s: %d %v", address, a.status, err)
		}
		return a
	}
	open("/imports/ACME/FEW/")
	usual := max(s.processorOf(t, 20, func() { open("/imports/ACME/FEW/") }), 2*time.Millisecond)
	if took := s.processorOf(t, 20, func() { open("/imports/ACME/MANY/") }); took > maxPageFactor*usual {
		t.Errorf("%s of the processor, and %s with few items", took, usual)
	}
	a := open("/imports/ACME/MANY/?transactions=" + nextOf(t, open("/imports/ACME/MANY/"), "transactions"))
	if !strings.Contains(a.body, "T-000050") || !strings.Contains(a.body, "T-000099") || strings.Contains(a.body, "T-000100") || strings.Contains(a.body, "T-000049") {
		t.Error("the second page of the transactions does not have the transactions 51 to 100")
	}
	for _, kind := range []string{"notes", "statements"} {
		open("/imports/ACME/MANY/?" + kind + "=" + nextOf(t, a, kind))
	}
	s.resetPeak()
	before, began := s.resident(t, "VmHWM"), time.Now()
	token := s.tokenOf(t, s.writer)
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			_, _ = s.exchange(browser, request{method: http.MethodGet, path: "/imports/ACME/MANY/"}) // one that waits too long is refused
		})
	}
	for i := range 20 {
		s.ask(t, request{path: validatePath, authorization: token, body: fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":"%d","customers":[{"family_name":"Núñez"}]}`, i)})
	}
	took := time.Since(began)
	group.Wait()
	if grown := s.resident(t, "VmHWM") - before; grown > 100<<20 {
		t.Errorf("20 pages took %d bytes", grown)
	}
	if took > 5*time.Second {
		t.Errorf("20 validations took %s beside 20 pages", took)
	}
}

// nextOf returns the cursor of the next page of a list.
func nextOf(t testing.TB, a answer, list string) string {
	t.Helper()
	_, rest, found := strings.Cut(a.body, "?"+list+"=")
	cursor, _, _ := strings.Cut(rest, "#")
	if !found {
		t.Fatalf("there is no next page of the %s", list)
	}
	return cursor
}
