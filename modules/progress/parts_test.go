package progress_test

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/http/session"
	"dataimport/modules/kit/store/database"
)

var olderLink = regexp.MustCompile(`rel="next" href="([^"]*)">Older`)

// countOnPages follows the pages of a list of an account and counts the matches of a pattern.
func (r *testService) countOnPages(address, pattern string) (seen map[string]int, pages int) {
	r.Helper()
	seen = make(map[string]int)
	for {
		body := string(r.getPage(session.Support, address).Expect(http.StatusOK).Body)
		for _, match := range regexp.MustCompile(pattern).FindAllString(body, -1) {
			seen[match]++
		}
		pages++
		next := olderLink.FindStringSubmatch(body)
		if next == nil || pages > 100 {
			return seen, pages
		}
		address = html.UnescapeString(next[1])
	}
}

func TestLargeAccountsHavePages(t *testing.T) {
	r := newTestService(t)
	var notes, transactions []string
	const n = 1203
	for i := range n {
		notes = append(notes, fmt.Sprintf(`{"body":"body-%d.","created_at":"2024-01-%02dT00:00:00Z"}`, i, i%28+1))
		transactions = append(transactions, fmt.Sprintf(`{"transaction_id":"T-%d.","transaction_date":"2024-02-%02d","amount":"0.01","type":"CREDIT","reason":"X"}`, i, i%28+1))
	}
	r.importAccount("1", customer+`,"notes":[`+strings.Join(notes, ",")+`]`)
	r.importAccount("2", customer+`,"last_statement_balance":"-5","last_statement_closing_date":"2024-01-31","transfer_balance":"7.03","current_statement_transactions":[`+strings.Join(transactions, ",")+`]`)
	for address, pattern := range map[string]string{"/imports/ACME/1/": `body-\d+\.`, "/imports/ACME/2/": `T-\d+\.`} {
		seen, pages := r.countOnPages(address, pattern)
		if len(seen) != n || pages != (n+49)/50 {
			t.Errorf("%s: %d on %d pages", address, len(seen), pages)
		}
		for what, times := range seen {
			if times != 1 {
				t.Errorf("%s is there %d times", what, times)
			}
		}
	}
	first := r.getText("/imports/ACME/2/")
	r.expectParts(first, ">7.03<", "in credit", "1 to 50 of 1,203")
	last := r.getText("/imports/ACME/2/?transactions=99999")
	r.expectParts(last, "Brought forward", ">−5.00<", ">−4.99<", "1,201 to 1,203 of 1,203")
	for _, wrong := range []string{"0", "-1", "x", "99999999999999999999"} {
		r.expectParts(r.getText("/imports/ACME/2/?transactions="+wrong), "of 1,203")
	}
}

func TestTransactionsOfAllKinds(t *testing.T) {
	r := newTestService(t)
	r.importAccount("1", customer+`,"last_statement_closing_date":"2024-01-31","last_statement_balance":"10","transfer_balance":"-40.5","current_statement_transactions":[
		{"transaction_id":"A","transaction_date":"2024-02-01","amount":"100.50","type":"CHARGE","reason":"FEE"},
		{"transaction_id":"B","transaction_date":"2024-02-02","amount":"50","type":"PAYMENT"},
		{"transaction_id":"C","transaction_date":"2024-02-03","amount":"20","type":"REPAYMENT"},
		{"transaction_id":"D","transaction_date":"2024-02-04","amount":"20","type":"CREDIT","reason":"GOODWILL"},
		{"transaction_id":"E","transaction_date":"2024-02-05","amount":"7","type":"PAYMENT","to_prepay_meter_serial_number":"M1"}]`)
	body := r.getText("/imports/ACME/1/")
	at := 0
	for _, cells := range []string{">+7.00<", ">−40.50<", "prepayment meter", ">+20.00<", ">−40.50<", ">−20.00<", ">−60.50<", ">+50.00<", ">−40.50<", ">−100.50<", ">−90.50<", "Brought forward", ">10.00<"} {
		i := strings.Index(body[at:], cells)
		if cells == "prepayment meter" {
			continue // stands before its amount
		}
		if i < 0 {
			t.Fatalf("%q does not follow:\n%s", cells, body[at:])
		}
		at += i + 1
	}
	r.expectParts(body, "40.50", "in debt", "prepayment meter")
}

func (r *testService) expectCounter(name string, n int, at time.Time) {
	r.Helper()
	supplier := r.readSupplierID("ACME")
	r.Exec(`DELETE FROM progress WHERE supplier = {:p0} AND name = {:p1}`, supplier, name)
	r.Exec(`INSERT INTO progress (id, supplier, name, n, updated) VALUES ({:p1}, {:p0}, {:p1}, {:p2}, {:p3})`, supplier, name, n, database.Time(at))
	r.Exec(`INSERT INTO progress_history (id, supplier, name, at, n) VALUES ({:p1} || {:p2} || {:p3}, {:p0}, {:p1}, {:p3}, {:p2})
		ON CONFLICT (supplier, name, at) DO UPDATE SET n = excluded.n`, supplier, name, n, database.Time(at.Truncate(time.Minute)))
}

func TestProgress(t *testing.T) {
	r := newTestService(t)
	r.expectParts(r.getText("/imports/ACME/"), "Nothing has been counted yet", "No account has been sent yet", "never")
	now := time.Now().UTC()
	r.expectNoParts(r.getText("/imports/ACME/"), "% imported")
	r.Exec(`UPDATE suppliers SET expected_accounts = 2000`)
	r.expectCounter("staged", 1000, now.Add(-2*time.Hour))
	r.expectCounter("imported", 1000, now.Add(-time.Hour))
	for _, address := range []string{"/imports/", "/imports/ACME/"} {
		r.expectParts(r.getText(address), "Stands still", "50.0 % imported", "1,000")
	}
	r.Exec(`UPDATE suppliers SET status = 'Paused'`)
	r.expectNoParts(r.getText("/imports/"), "Stands still", "Ongoing")
	r.Exec(`UPDATE suppliers SET status = 'Ongoing'`)
	r.expectCounter("imported", 1600, now.Add(-30*time.Second))
	r.expectCounter("staged", 400, now)
	r.expectCounter("refused", 7, now)
	r.expectCounter("incomplete", 5, now)
	r.expectCounter("skipped", 3, now)
	r.expectCounter("fault:required", 5, now)
	r.expectCounter("fault:too_long", 2, now)
	r.expectCounter("fault:gone", 0, now)
	body := r.getText("/imports/ACME/")
	r.expectNoParts(body, "Stands still", "gone")
	// 600 in the last five or six minutes are 100 to 120 a minute, and 400 are left.
	if !regexp.MustCompile(`Per minute, now ?</dt><dd>1[012]\d</dd>`).MatchString(body) {
		t.Errorf("no rate: %s", body)
	}
	r.expectParts(body, "79.6 % imported", "2,003 sent = 1,595 imported + 5 incomplete + 7 refused + 3 skipped + 393 left. 2,003 are expected.", "4 min", ">5<", "?code=required", "rules/#too_long", "A member that must be there is missing", "The chart as a table", "2,000", "1,600", "?state=incomplete")
	if strings.Index(body, "?code=required") > strings.Index(body, "?code=too_long") {
		t.Error("the most frequent fault is not the first")
	}
	r.expectParts(r.getText("/imports/"), "Imported in the last six hours: 1,600")
	// A minute after the last account nothing is imported any more, and idle hours do not count.
	r.expectCounter("imported", 1600, now.Add(-2*time.Minute))
	if body := r.getText("/imports/ACME/"); !regexp.MustCompile(`Per minute, now</dt><dd>0</dd>`).MatchString(body) || !regexp.MustCompile(`Per minute, average</dt><dd>[5-8]\d\d</dd>`).MatchString(body) {
		t.Errorf("the rates of an import that has ended: %s", body)
	}
}
