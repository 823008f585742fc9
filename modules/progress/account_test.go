package progress_test

import (
	"fmt"
	"html"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"dataimport/modules/kit/http/session"
)

// secret is an account whose personal members all have the word of their kind in them.
const secret = `"account_type":"BUSINESS",
	"billing_name":"SECRETbillingname","billing_sub_name":"SECRETsub","billing_attention_of":"SECRETattention","billing_email":"SECRETbilling@example.org",
	"billing_customer_reference":"SECRETreference",
	"billing_address1":"SECRET street 1","billing_address2":"SECRETtown","billing_postcode":"EC1A 1BB",
	"business":{"company_name":"SECRET Ltd"},
	"customers":[{"given_name":"SECRETgiven","family_name":"SECRETfamily","title":"SECRETtitle","email":"SECRETmail@example.org","mobile":"+447400123456",
		"landline":"+442079460123","date_of_birth":"1971-03-14","pronouns":"SECRETpronouns",
		"alternative_phone_numbers":[{"phone_number":"+447400123457"}],"metadata":[{"key":"SECRETkey","value":"SECRETvalue"}]}],
	"metadata":[{"key":"SECRETmetakey","value":{"amount":"SECRETamount"}}],
	"notes":[{"body":"SECRETbody","is_pinned":true},{"body":"SECRETother","document_paths":[{"document_path":"letters/SECRETletter.pdf"}]}],
	"last_statement_balance":"0","last_statement_closing_date":"2024-01-31",
	"current_statement_transactions":[{"transaction_id":"T1","transaction_date":"2024-02-03","amount":"12.34","type":"PAYMENT","reference":"SECRETtransaction","note":"SECRETnote"},
		{"transaction_id":"T2","transaction_date":"2024-02-04","amount":"100","type":"CHARGE","reason":"FEE","display_note":"SECRETdisplay"}],
	"transfer_balance":"-87.66",
	"statements":[{"statement_id":"S1","bill_period_from_date":"2024-01-01","bill_period_to_date":"2024-01-31","number":"INV1","gross_amount":"10","statement_path":"bills/SECRETbill.pdf"}],
	"payment_instructions":[{"vendor":"sandbox","reference":"pm_SECRET","type":"DIRECT_DEBIT","customer_reference":"SECRETcustomer"}]`

// personal lists the texts of it that identify a customer.
var personal = []string{"SECRET", "4474001234", "442079460", "1971", "EC1A"}

var dataLink = regexp.MustCompile(`href="(/imports/ACME/[^"]*/data/[^"]*)"`)

func TestViewersSeeNothingPersonal(t *testing.T) {
	r := newTestService(t)
	r.storeDocument("bills/SECRETbill.pdf", "%PDF-1.4 SECRET")
	r.storeDocument("letters/SECRETletter.pdf", "%PDF-1.4 SECRET")
	r.stageAccount("1", strings.ReplaceAll(secret, "SECRETgiven", "SECRETbefore")).Expect(http.StatusCreated)
	r.stageAccount("1", strings.ReplaceAll(secret, `"SECRETmetakey"`, `"SECRETother","metadata":1`)).Expect(http.StatusBadRequest)
	r.stageAccount("1", secret).Expect(http.StatusOK)
	r.processAccount("1").Expect(http.StatusCreated)
	r.Runtime.AccountEvents.Flush()

	whole := r.getText("/imports/ACME/1/")
	r.expectParts(whole, "SECRETgiven SECRETfamily", "SECRETmail@example.org", "+447400123456", "1971-03-14", "SECRET street 1", "EC1A 1BB", "SECRET Ltd", "SECRETbody",
		"SECRETtransaction", "SECRETdisplay", "SECRETbill.pdf", "SECRETletter.pdf", "SECRETcustomer")
	addresses := []string{"/imports/", "/imports/ACME/", "/imports/ACME/?state=refused", "/imports/ACME/1/", "/imports/ACME/1/?notes=1&transactions=1", "/imports/ACME/~accounts.csv",
		"/imports/ACME/?q=SECRETfamily&by=name", "/imports/ACME/?q=EC1A&by=postcode", "/imports/ACME/~accounts.csv?q=SECRETfamily&by=name",
		"/imports/ACME/1/document?path=bills/SECRETbill.pdf"}
	for _, match := range dataLink.FindAllStringSubmatch(whole, -1) {
		addresses = append(addresses, match[1], match[1]+"json")
	}
	if len(addresses) < 14 {
		t.Fatal("no data to look at")
	}
	for _, address := range addresses {
		body := string(r.getPage(session.Viewer, address).Body)
		for _, own := range []string{`value="SECRETfamily"`, "q=SECRETfamily", `value="EC1A"`, "q=EC1A"} { // the reader typed it
			body = strings.ReplaceAll(body, own, "")
		}
		for _, word := range personal {
			if strings.Contains(body, word) {
				t.Errorf("%s shows %s to a viewer:\n%s", address, word, body)
			}
		}
	}
	data := dataLink.FindStringSubmatch(whole)[1]
	r.expectParts(string(r.getPage(session.Viewer, data).Expect(http.StatusOK).Body), "Personal data is masked", "customers.0.given_name", "•••", "12.34", "BUSINESS")
	r.expectParts(r.getText(data), "SECRETbefore", "SECRETgiven", "SHA-256")
	r.expectParts(string(r.getPage(session.Viewer, data+"json").Expect(http.StatusOK).Body), `"amount":"12.34"`, `"value":{"amount":"SECRET`[:9])
}

// The result of a search shows who is a customer, so a viewer's search is refused.
func TestViewersCannotFindPeople(t *testing.T) {
	r := newTestService(t)
	r.importAccount("EXT-1", secret)
	body := func(address string) string {
		return string(r.getPage(session.Viewer, address).Expect(http.StatusOK).Body)
	}
	answer := func(name string) string {
		_, found, searched := strings.Cut(body("/imports/ACME/?by=name&q="+name), "<search>") // the part above it has rates, which change with the time
		if !searched {
			t.Fatal("no search on the page")
		}
		return strings.ReplaceAll(found, name, "")
	}
	if answer("SECRETfamily") != answer("Nobody") {
		t.Error("a viewer can tell who is a customer")
	}
	for query, want := range map[string]int{"by=name&q=SECRETfamily": 0, "by=postcode&q=EC1A": 0, "q=EXT-1": 1, "by=name&state=imported": 1} {
		if numbers, _ := listLinks(body("/imports/ACME/?" + query)); len(numbers) != want {
			t.Errorf("%s: %q", query, numbers)
		}
	}
	r.expectNoParts(body("/imports/ACME/"), "customer name", "postcode")
	r.getPage(session.Viewer, "/imports/ACME/~accounts.csv?by=name&q=SECRETfamily").Expect(http.StatusForbidden)
	r.getPage("admin", "/imports/ACME/~accounts.csv?by=name&q=SECRETfamily").Expect(http.StatusForbidden)
}

func TestContentIsShownAsText(t *testing.T) {
	r := newTestService(t)
	long := strings.Repeat("x", 500)
	for i, evil := range []string{"<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "javascript:alert(1)", "</pre></code><script>alert(1)</script>", "&lt;b&gt;", "{{7*7}}", "\u202Eabc", long} {
		number := fmt.Sprint(i)
		quoted := fmt.Sprintf("%q", evil)
		name := fmt.Sprintf("%q", evil[:min(len(evil), 255)])
		r.importAccount(number, `"customers":[{"given_name":`+name+`,"family_name":`+name+`}],"notes":[{"body":`+quoted+`,"is_pinned":true}],"metadata":[{"key":`+quoted+`,"value":1}]`)
		body := string(r.getPage(session.Support, "/imports/ACME/"+number+"/").Expect(http.StatusOK).Body)
		r.expectNoParts(body, "<script>alert", "<img src=x", `href="javascript`)
		r.expectParts(html.UnescapeString(body), evil)
		data := string(r.getPage(session.Support, dataLink.FindStringSubmatch(body)[1]).Expect(http.StatusOK).Body)
		r.expectNoParts(data, "<script>alert", "<img src=x")
		r.expectParts(html.UnescapeString(data), strings.Trim(quoted, `"`))
		list := string(r.getPage(session.Support, "/imports/ACME/?q="+strings.NewReplacer("%", "%25", "#", "%23", "&", "%26", "\"", "%22", " ", "+").Replace(evil)[:min(len(evil), 100)]).Expect(http.StatusOK).Body)
		r.expectNoParts(list, "<script>alert", "<img src=x")
	}
}

func TestTheStoryOfAnAccount(t *testing.T) {
	r := newTestService(t)
	r.Post(r.token, base+"validate-account/", `{"import_supplier":"ACME","external_account_number":"1","account_type":"HOUSE","customers":[{"family_name":"A"}]}`).Expect(http.StatusBadRequest)
	r.Runtime.AccountEvents.Flush()
	r.expectParts(r.getText("/imports/ACME/1/"), "Refused", "nothing of it is stored yet", "Checked, and found faulty", "account_type", "invalid_choice", "What to do:", "/v1/data-import/docs/rules/#invalid_choice", "by <bdi>Acme scripts</bdi>")
	r.expectParts(r.getText("/imports/ACME/?state=refused"), "1", "invalid_choice")
	r.stageAccount("1", customer).Expect(http.StatusCreated)
	r.expectNoParts(r.getText("/imports/ACME/1/"), `class="refusal"`)
	r.Exec(`UPDATE suppliers SET default_operations_team = ''`)
	r.Post(r.token, base+"account-import-process/process/", `{"import_supplier_code":"ACME","external_account_number":"1","operations_team_name":"Nobody"}`).Expect(http.StatusBadRequest)
	r.Runtime.AccountEvents.Flush()
	r.expectParts(r.getText("/imports/ACME/1/"), `class="refusal"`, "Refused when the account was to be created", "operations_team_name_does_not_exist")
	r.processAccount("1").Expect(http.StatusCreated)
	r.Post(r.token, base+"notes/", `{"import_supplier":"ACME","external_account_number":"1","notes":[{"body":"x"},{"body":"y"}]}`)
	r.Exec(`INSERT INTO account_events (id, created, supplier, external_account_number, event) VALUES ('zzz', '2090-01-01 00:00:00.000Z', {:p0}, '1', 'process.unskipped'), ('zzzz', '2090-01-01 00:00:00.000Z', {:p0}, '1', 'thing.happened')`, r.readSupplierID("ACME"))
	body := r.getText("/imports/ACME/1/")
	r.expectNoParts(body, `class="refusal"`)
	at := 0
	for _, words := range []string{"thing.happened", "No longer to be skipped", "Account created", "Refused when the account was to be created", "Data staged", "Checked, and found faulty"} {
		i := strings.Index(body[at:], words)
		if i < 0 {
			t.Fatalf("%q is not behind what is later:\n%s", words, body[at:])
		}
		at += i
	}
}

func TestALongStoryHasPages(t *testing.T) {
	r := newTestService(t)
	r.importAccount("1", customer)
	r.Exec(`WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < 119)
		INSERT INTO account_events (id, created, supplier, external_account_number, event, items) SELECT printf('z%014d', i), '2090-01-01 00:00:00.000Z', {:p0}, '1', 'notes.imported', 1000 + i FROM c`, r.readSupplierID("ACME"))
	seen := make(map[string]int)
	address, pages := "/imports/ACME/1/", 0
	for next := regexp.MustCompile(`rel="next" href="([^"#]*before[^"#]*)#story"`); ; pages++ {
		body := string(r.getPage(session.Support, address).Expect(http.StatusOK).Body)
		for _, match := range regexp.MustCompile(`<strong>(\d+ notes imported|Account created|Data staged)`).FindAllString(body, -1) {
			seen[match]++
		}
		link := next.FindStringSubmatch(body)
		if link == nil {
			break
		}
		r.expectNoParts(strings.Split(body, "<section")[0], "~live")
		address = html.UnescapeString(link[1])
	}
	if len(seen) != 122 || pages != 2 {
		t.Errorf("%d events on %d pages", len(seen), pages+1)
	}
	for what, n := range seen {
		if n != 1 {
			t.Errorf("%s is there %d times", what, n)
		}
	}
}

func TestFaultsFromBeforeTheJournal(t *testing.T) {
	r := newTestService(t)
	r.stageAccount("1", customer).Expect(http.StatusCreated)
	r.Exec(`DELETE FROM account_events`)
	r.Exec(`UPDATE import_processes SET attempts = 3, last_error = {:p0}`, `{"code":"account_failed_validation","detail":"x","errors":[{"detail":"It is <wrong>.","code":"required","attr":"customers.0"}]}`)
	r.expectParts(r.getText("/imports/ACME/1/"), "It is <wrong>.", "customers.0", "could not be created yet", "before records were kept")
	for _, broken := range []string{"{", "null", `{"errors":null}`, "[]", "1"} {
		r.Exec(`UPDATE import_processes SET last_error = {:p0}`, broken)
		r.getText("/imports/ACME/1/")
	}
	r.Exec(`INSERT INTO account_events (id, created, supplier, external_account_number, event, step, code, faults) VALUES ('a', '', {:p0}, '1', 'account.refused', 'stage', 'x', '{')`, r.readSupplierID("ACME"))
	r.expectParts(r.getText("/imports/ACME/1/"), "Refused when it was to be staged")
}

func TestDocuments(t *testing.T) {
	r := newTestService(t)
	r.storeDocument("bills/ü #1?.pdf", "%PDF-1.4 the bill")
	r.storeDocument("other.pdf", "%PDF-1.4 another's")
	r.importAccount("1", customer+`,"notes":[{"body":"x","document_paths":[{"document_path":"/bills/ü #1?.pdf"},{"document_path":"gone.pdf"}]}],
		"statements":[{"statement_id":"S1","bill_period_from_date":"2024-01-01","bill_period_to_date":"2024-01-31","statement_path":"bills/ü #1?.pdf"}]`)
	body := string(r.getPage(session.Support, "/imports/ACME/1/").Expect(http.StatusOK).Body)
	links := regexp.MustCompile(`href="(/imports/ACME/1/document[^"]*)"`).FindAllStringSubmatch(body, -1)
	if len(links) != 2 || strings.Count(body, "no longer in the document store") != 1 {
		t.Fatalf("%q\n%s", links, body)
	}
	for _, link := range links {
		answer := r.getPage(session.Support, html.UnescapeString(link[1])).Expect(http.StatusSeeOther)
		opened := r.getPage("", answer.Header.Get("Location")).Expect(http.StatusOK)
		if string(opened.Body) != "%PDF-1.4 the bill" {
			t.Errorf("%q", opened.Body)
		}
		r.getPage(session.Viewer, html.UnescapeString(link[1])).Expect(http.StatusForbidden)
	}
	r.getPage(session.Support, "/imports/ACME/1/document?path=other.pdf").Expect(http.StatusNotFound)
	r.expectParts(string(r.getPage(session.Support, "/imports/ACME/1/document?path=gone.pdf").Expect(http.StatusNotFound).Body), "This document has vanished")
	// A store that does not answer has not lost its documents.
	if err := os.RemoveAll(strings.TrimSuffix(r.docs, "/acme")); err != nil {
		t.Fatal(err)
	}
	r.expectNoParts(string(r.getPage(session.Support, "/imports/ACME/1/").Expect(http.StatusOK).Body), "no longer in the document store")
}

// A document that was replaced after its import is shown after a warning. What was imported without
// a look at the document has nothing to compare with.
func TestReplacedDocuments(t *testing.T) {
	r := newTestService(t)
	r.Change("suppliers", "code", "ACME", map[string]any{"verify_documents": "yes"})
	r.storeDocument("bill.pdf", "%PDF-1.4 the bill")
	r.storeDocument("note.pdf", "%PDF-1.4 the note")
	r.importAccount("1", customer+`,"notes":[{"document_paths":[{"document_path":"/note.pdf"}]}],
		"statements":[{"statement_id":"S1","bill_period_from_date":"2024-01-01","bill_period_to_date":"2024-01-31","statement_path":"bill.pdf"}]`)
	const address = "/imports/ACME/1/document?path="
	for _, name := range []string{"bill.pdf", "%2Fnote.pdf"} {
		r.getPage(session.Support, address+name).Expect(http.StatusSeeOther)
	}
	r.storeDocument("bill.pdf", "%PDF-1.4 another bill")
	r.storeDocument("note.pdf", "%PDF-1.4 another note")
	for _, name := range []string{"bill.pdf", "%2Fnote.pdf"} {
		warning := string(r.getPage(session.Support, address+name).Expect(http.StatusConflict).Body)
		r.expectParts(warning, "This document was replaced", "all the same")
		link := regexp.MustCompile(`href="(/imports/ACME/1/document[^"]*)"`).FindStringSubmatch(warning)
		opened := r.getPage("", r.getPage(session.Support, html.UnescapeString(link[1])).Expect(http.StatusSeeOther).Header.Get("Location")).Expect(http.StatusOK)
		r.expectParts(string(opened.Body), "%PDF-1.4 another")
	}
	r.Exec(`UPDATE statements SET sha256 = ''`)
	r.getPage(session.Support, address+"bill.pdf").Expect(http.StatusSeeOther)
}

// The documents of a supplier whose root contains another's are not opened, whatever was imported.
func TestRootsOfAnotherSupplier(t *testing.T) {
	r := newTestService(t)
	other := r.Supplier("BOLT", map[string]any{"document_root": "bolt"})
	r.storeDocument("inner/secret.pdf", "%PDF-1.4 secret")
	r.storeDocument("bill.pdf", "%PDF-1.4 the bill")
	r.importAccount("1", customer+`,"notes":[{"document_paths":[{"document_path":"inner/secret.pdf"},{"document_path":"bill.pdf"}]}]`)
	for _, root := range []string{"acme/inner", "acme", "ACME/", "/acme"} {
		r.Exec(`UPDATE suppliers SET document_root = {:p0} WHERE id = {:p1}`, root, other.Id)
		for _, name := range []string{"inner/secret.pdf", "bill.pdf"} {
			answer := r.getPage(session.Support, "/imports/ACME/1/document?path="+name).Expect(http.StatusConflict)
			r.expectParts(html.UnescapeString(string(answer.Body)), "no document root of its own")
			r.expectNoParts(string(answer.Body), "BOLT") // the reader may be limited to another supplier
		}
	}
	for _, root := range []string{"", "/", "acme/../x"} {
		r.Exec(`UPDATE suppliers SET document_root = {:p0} WHERE code = 'ACME'`, root)
		r.getPage(session.Support, "/imports/ACME/1/document?path=bill.pdf").Expect(http.StatusConflict)
	}
}
