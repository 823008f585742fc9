package e2e

import (
	"encoding/json/v2"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/store/database"
)

const (
	validatePath     = paths.ValidateAccount + "/"
	stagePath        = paths.StageAccount + "/"
	processPath      = paths.ProcessAccount + "/"
	notesPath        = paths.ImportNotes + "/"
	transactionsPath = paths.ImportTransactions + "/"
	statementsPath   = paths.ImportStatements + "/"
	instructionPath  = paths.ImportPaymentInstruction + "/"
	statusPath       = paths.AccountStatus + "/ACME/"
)

// patient is a client that waits longer than any answer may take.
var patient = &http.Client{Timeout: 2 * time.Minute}

// running is a running service, and a client of it.
type running struct {
	*service
	key, token string
	base       string // the service's address for the client
	http       *http.Client
}

// launch sets a service up and starts it. Its supplier's documents are below a root.
func launch(t testing.TB, s *service, root string, flags ...string) *running {
	t.Helper()
	key := s.setUp("--document-root", root)
	s.start(flags...)
	return &running{s, key, s.token(key), s.url, patient}
}

// through returns the same client with another address of the service and without kept
// connections.
func (r *running) through(base string) *running {
	other := *r
	other.base, other.http = base, &http.Client{Timeout: patient.Timeout, Transport: &http.Transport{DisableKeepAlives: true}}
	return &other
}

// answer is a complete answer.
type answer struct {
	status int
	header http.Header
	body   string
}

// exchange sends a request. An error means that there is no answer.
func exchange(client *http.Client, method, url, authorization, body string) (answer, error) {
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", authorization)
	response, err := client.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, string(text)}, err
}

// post sends a body with the client's token. post and the functions below may be called
// from any goroutine of the test t.
func (r *running) post(t testing.TB, path, body string) answer {
	t.Helper()
	return r.send(t, http.MethodPost, path, body)
}

func (r *running) get(t testing.TB, path string) answer {
	t.Helper()
	return r.send(t, http.MethodGet, path, "")
}

func (r *running) send(t testing.TB, method, path, body string) answer {
	t.Helper()
	a, err := exchange(r.http, method, r.base+path, "Token "+r.token, body)
	if err != nil {
		t.Errorf("no answer from %s: %v", path, err)
	}
	return a
}

// expect fails the test unless the answer has this status and, where they are named, this
// code and these faults in this order, each as "code attr".
func (a answer) expect(t testing.TB, status int, faults ...string) answer {
	t.Helper()
	if a.status != status {
		t.Errorf("got %d %s, want %d %s", a.status, a.body, status, faults)
		return a
	}
	if len(faults) == 0 {
		return a
	}
	var said struct {
		Code   string `json:"code"`
		Errors []struct {
			Code string `json:"code"`
			Attr string `json:"attr"`
		} `json:"errors"`
	}
	if err := json.Unmarshal([]byte(a.body), &said); err != nil {
		t.Errorf("%v: %s", err, a.body)
	}
	got := []string{said.Code}
	for _, e := range said.Errors {
		got = append(got, e.Code+" "+e.Attr)
	}
	if !slices.Equal(got, faults) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(faults, "\n  "))
	}
	return a
}

// member returns a text member of the answer.
func (a answer) member(t testing.TB, name string) string {
	t.Helper()
	members := make(map[string]any)
	if err := json.Unmarshal([]byte(a.body), &members); err != nil {
		t.Errorf("%v: %s", err, a.body)
	}
	text, _ := members[name].(string)
	return text
}

// rows reads rows from the service's database, beside the service. Values are separated
// by |.
func (s *service) rows(t testing.TB, query string) (rows []string) {
	t.Helper()
	db, err := database.Connect(filepath.Join(s.dir, "data.db"))
	if err != nil {
		t.Error(err)
		return nil
	}
	defer db.Close()
	found, err := db.DB().Query(query)
	if err != nil {
		t.Error(err)
		return nil
	}
	defer found.Close()
	columns, err := found.Columns()
	for err == nil && found.Next() {
		values, targets := make([]string, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		err = found.Scan(targets...)
		rows = append(rows, strings.Join(values, "|"))
	}
	if err != nil || found.Err() != nil {
		t.Error(err, found.Err())
	}
	return rows
}

// has fails the test unless a query gives these rows.
func (s *service) has(t testing.TB, query string, want ...string) {
	t.Helper()
	if got := s.rows(t, query); !slices.Equal(got, want) {
		t.Errorf("%s\n  %q\nwant\n  %q", query, got, want)
	}
}

// stored counts all rows that an import stores.
func (s *service) stored(t testing.TB) string {
	t.Helper()
	const query = `SELECT (SELECT count(*) FROM import_processes), (SELECT count(*) FROM stagings), (SELECT count(*) FROM accounts),
		(SELECT count(*) FROM notes), (SELECT count(*) FROM transactions), (SELECT count(*) FROM statements),
		(SELECT count(*) FROM payment_instructions), (SELECT sum(n) FROM progress WHERE name NOT IN ('refused', 'incomplete', 'unstaged') AND name NOT LIKE 'fault:%')`
	return strings.Join(s.rows(t, query), "")
}

// changesNothing fails the test if do stores any row.
func (s *service) changesNothing(t testing.TB, do func()) {
	t.Helper()
	before := s.stored(t)
	do()
	if after := s.stored(t); after != before {
		t.Errorf("rows before %s, after %s", before, after)
	}
}

// eventually waits until a condition holds.
func eventually(t testing.TB, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !condition(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// account returns the body of an account with more members. Its open statement period
// begins on 2026-01-01.
func account(number, members string) string {
	return onto(number, `"customers":[{"family_name":"Núñez"}],"last_statement_closing_date":"2025-12-31",
		"last_statement_balance":"0","transfer_balance":"0"`+members)
}

// onto returns a body for an imported account, with more members.
func onto(number, members string) string {
	return fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":%q,%s}`, number, members)
}

// process returns the body that creates an account.
func process(number string) string {
	return fmt.Sprintf(`{"import_supplier_code":"ACME","external_account_number":%q,"operations_team_name":"Migration"}`, number)
}

// imported imports accounts.
func (r *running) imported(t testing.TB, numbers ...string) {
	t.Helper()
	for _, number := range numbers {
		r.post(t, stagePath, account(number, "")).expect(t, http.StatusCreated)
		r.post(t, processPath, process(number)).expect(t, http.StatusCreated)
	}
}

// quote returns a text as JSON.
func quote(text string) string {
	encoded, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(encoded)
}

// statement returns a statement with a document.
func statement(id, path string) string {
	return fmt.Sprintf(`{"bill_period_from_date":"2025-01-01","bill_period_to_date":"2025-01-31","statement_id":%q,"statement_path":%s}`, id, quote(path))
}

// note returns a note with documents.
func note(body string, paths ...string) string {
	list := make([]string, len(paths))
	for i, path := range paths {
		list[i] = `{"document_path":` + quote(path) + `}`
	}
	return fmt.Sprintf(`{"body":%s,"document_paths":[%s]}`, quote(body), strings.Join(list, ","))
}

func instruction(vendor, reference string) string {
	return fmt.Sprintf(`"vendor":%q,"reference":%q,"type":"CARD"`, vendor, reference)
}

func credit(id string) string {
	return fmt.Sprintf(`{"transaction_id":%q,"transaction_date":"2026-02-03","amount":"12.30","type":"CREDIT","reason":"GENERAL_CREDIT"}`, id)
}

// line returns a line of a book: an account, and the members that are imported after it.
func line(account, members string) string {
	return strings.Join(strings.Fields(`{"account":`+account+`,`+members+`}`), " ") + "\n"
}
