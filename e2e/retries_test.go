package e2e

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"dataimport/e2e/faultproxy"
)

// repeatable is a request that a client sends again when it had no answer.
type repeatable struct {
	path   string
	body   func(account string) string
	first  int      // the second answer's status where the first request was not done
	again  int      // the second answer's status where the first request was done
	faults []string // the code of the second answer, where it is an error
	says   string   // a text in the second answer
	rows   string   // a query for a row about the account, which is %[1]s
	one    string   // the expected row, where the request has one result
}

func data(path, member, says, rows, one string) repeatable {
	return repeatable{path: path, body: func(number string) string { return onto(number, member) }, first: 201, again: 201, says: says, rows: rows, one: one}
}

const ofAccount = ` FROM accounts a LEFT JOIN %s x ON x.account = a.id WHERE a.external_account_number = '%%[1]s'`

var repeatables = map[string]repeatable{
	"notes": data(notesPath, `"notes":[{"body":"Hi"},{"body":"Dated","created_at":"2026-01-02T03:04:05Z"}]`,
		"NOTE_ALREADY_EXISTS", fmt.Sprintf(`SELECT count(x.id)`+ofAccount, "notes"), "2"),
	"transactions": data(transactionsPath, `"transactions":[`+credit("T1")+`]`,
		"TRANSACTION_ALREADY_EXISTS", fmt.Sprintf(`SELECT count(x.id), a.balance`+ofAccount, "transactions"), "1|12.30"),
	"statements": data(statementsPath, `"statements":[`+statement("S1", "bill.pdf")+`]`,
		`"statement_id":"S1"`, fmt.Sprintf(`SELECT count(x.id), sum(x.size > 0)`+ofAccount, "statements"), "1|1"),
	"payment instruction": data(instructionPath, instruction("bank", "ref"),
		`"reference":"ref"`, fmt.Sprintf(`SELECT count(x.id)`+ofAccount, "payment_instructions"), "1"),
	"stage": {
		path: stagePath, body: func(number string) string { return account(number, "") }, first: 201, again: 200, says: `"external_account_number"`,
		rows: `SELECT count(*), count(DISTINCT p.id) FROM import_processes p JOIN stagings s ON s.process = p.id WHERE p.external_account_number = '%[1]s'`, one: "1|1",
	},
	"process": {
		path: processPath, body: process, first: 201, again: 400, says: `"service_account_number":"A-`,
		faults: []string{"account_already_imported", "account_already_imported external_account_number"},
		rows: `SELECT count(*), sum(a.number = p.service_account_number) FROM import_processes p JOIN accounts a ON a.process = p.id
			WHERE p.external_account_number = '%[1]s'`, one: "1|1",
	},
}

// ready starts a service with all that repeatable requests need.
func ready(t *testing.T) *running {
	t.Helper()
	s := newService(t)
	r := launch(t, s, documentRoot)
	folder(filepath.Join(s.dir, "documents")).Put(t, "acme/docs/bill.pdf", pdf("bill"))
	v := newHTTPVendor(t, "visa", nil)
	r.operator(t).vendor(t, "bank", "http", v.address(), v.secret)
	return r
}

// prepare creates the account of a request, as far as the request needs it.
func (q *repeatable) prepare(t *testing.T, r *running, number string) {
	t.Helper()
	switch q.path {
	case stagePath:
	case processPath:
		r.post(t, stagePath, account(number, "")).expect(t, 201)
	default:
		r.imported(t, number)
	}
}

// cutOff sends the request through a fault that drops its answer.
func (q *repeatable) cutOff(t *testing.T, r *running, proxy *faultproxy.Proxy, fault faultproxy.Fault, number string) {
	t.Helper()
	proxy.Next(fault)
	client := r.through(proxy.URL())
	if a, err := exchange(client.http, http.MethodPost, client.base+q.path, "Token "+r.token, q.body(number)); err == nil {
		t.Fatalf("the connection was to be cut, but the answer is %d %s", a.status, a.body)
	}
}

// repeat sends the request again, after it was done.
func (q *repeatable) repeat(t *testing.T, r *running, number string) {
	t.Helper()
	if a := r.post(t, q.path, q.body(number)).expect(t, q.again, q.faults...); !strings.Contains(a.body, q.says) {
		t.Errorf("the answer is %s, without %s", a.body, q.says)
	}
	q.hasOne(t, r, number)
}

func (q *repeatable) hasOne(t *testing.T, r *running, number string) {
	t.Helper()
	r.has(t, fmt.Sprintf(q.rows, number), q.one)
}

// A client that had no answer sends its request again, unchanged, and there is one
// result. It does not matter whether the first request was done or did not arrive
// complete.
func TestARequestWithoutAnAnswerIsRepeated(t *testing.T) {
	t.Parallel()
	r := ready(t)
	proxy := faultproxy.New(t, r.address)
	for name, q := range repeatables {
		t.Run(name+" whose answer is lost", func(t *testing.T) {
			number := name + " 1"
			q.prepare(t, r, number)
			q.cutOff(t, r, proxy, faultproxy.LoseAnswer, number)
			q.hasOne(t, r, number) // the first request was done
			q.cutOff(t, r, proxy, faultproxy.LoseAnswer, number)
			q.repeat(t, r, number)
			q.repeat(t, r, number)
		})
		t.Run(name+" that is cut off", func(t *testing.T) {
			number := name + " 2"
			q.prepare(t, r, number)
			r.changesNothing(t, func() { q.cutOff(t, r, proxy, faultproxy.LoseRequest, number) })
			r.post(t, q.path, q.body(number)).expect(t, q.first)
			q.hasOne(t, r, number)
			q.repeat(t, r, number)
		})
	}
	r.countersAgree(t)
}

// Requests that were done before a power cut are still done after it, although the client
// had no answer.
func TestARequestIsRepeatedAfterAPowerCut(t *testing.T) {
	t.Parallel()
	r := ready(t)
	proxy := faultproxy.New(t, r.address)
	for name, q := range repeatables {
		q.prepare(t, r, name)
	}
	for name, q := range repeatables {
		q.cutOff(t, r, proxy, faultproxy.LoseAnswer, name)
	}
	r.kill()
	r.start()
	for name, q := range repeatables {
		t.Run(name, func(t *testing.T) { q.repeat(t, r, name) })
	}
	r.countersAgree(t)
}

// countersAgree fails the test unless the counters of progress equal the rows.
func (r *running) countersAgree(t *testing.T) {
	t.Helper()
	for _, table := range []string{"notes", "transactions", "statements", "payment_instructions"} {
		r.has(t, `SELECT (SELECT count(*) FROM `+table+`) - (SELECT sum(n) FROM progress WHERE name = '`+table+`')`, "0")
	}
}

// The import client finishes a book of all kinds, and imports each item once, although
// answers are lost one after the other.
func TestAnImportWhoseAnswersAreLost(t *testing.T) {
	t.Parallel()
	const accounts, lost = 30, 5
	r := ready(t)
	proxy := faultproxy.New(t, r.address)
	for range lost {
		proxy.Next(faultproxy.LoseAnswer)
	}
	client := r.importer(t.Context(), r.key, "-", "--url", proxy.URL(), "--report", filepath.Join(t.TempDir(), "report"))
	var book strings.Builder
	for i := range accounts {
		book.WriteString(line(account(fmt.Sprintf("lost-%d", i), ""), fmt.Sprintf(`"notes":[{"body":"Hi"}],"transactions":[%s],"statements":[%s],"payment_instruction":{%s}`,
			credit("T1"), statement("S1", "bill.pdf"), instruction("bank", "ref"))))
	}
	client.Stdin = strings.NewReader(book.String())
	output, err := client.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if proxy.Connections() <= lost {
		t.Fatalf("%d connections: not all faults were met", proxy.Connections())
	}
	for _, table := range []string{"accounts", "stagings", "notes", "transactions", "statements", "payment_instructions"} {
		r.has(t, `SELECT count(*) FROM `+table, fmt.Sprint(accounts))
	}
	r.has(t, `SELECT DISTINCT balance FROM accounts`, "12.30")
	r.countersAgree(t)
}
