package e2e

import (
	"cmp"
	"context"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"dataimport/e2e/book"
)

// writeBook writes a book of bare accounts.
func writeBook(t testing.TB, accounts int, faulty float64) (path string, refused map[int]string, imported int) {
	t.Helper()
	path, refused, made := writeBookOf(t, bookOptions(accounts, faulty))
	return path, refused, made.accounts
}

func bookOptions(accounts int, faulty float64) book.Options {
	return book.Options{Supplier: "ACME", Team: "Migration", Accounts: accounts, Faulty: faulty, Seed: 7, Today: time.Now()}
}

// writeBookOf writes a book. It gives the faulty lines by
// number, with "step code attr", and what the book must make.
func writeBookOf(t testing.TB, o book.Options) (path string, refused map[int]string, made rows) {
	t.Helper()
	path, refused = filepath.Join(t.TempDir(), "book.ndjson"), make(map[int]string)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	number := 0
	for line := range book.Lines(o) {
		number++
		if line.Code != "" {
			refused[number] = cmp.Or(line.Member, "stage") + " " + line.Code + " " + line.Attr
		}
		if line.Code == "" || line.Member != "" {
			made.add(t, line)
		}
		if _, err := fmt.Fprintf(f, "%s\n", line.JSON); err != nil {
			t.Fatal(err)
		}
	}
	return path, refused, made
}

// writeDocuments puts a book's documents into the store of a supplier without a
// document root.
func (s *service) writeDocuments(o book.Options) {
	s.Helper()
	if _, err := book.WriteDocuments(filepath.Join(s.dir, "documents"), o); err != nil {
		s.Fatal(err)
	}
}

// readReport gives the refused lines, each as "step code attr": it must have one
// fault alone.
func readReport(t testing.TB, path string) map[int]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := make(map[int]string)
	for line := range strings.Lines(string(text)) {
		var entry struct {
			Line   int    `json:"line"`
			Step   string `json:"step"`
			Errors []struct {
				Code string `json:"code"`
				Attr string `json:"attr"`
			} `json:"errors"`
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatal(err)
		}
		refused[entry.Line] = entry.Step
		for _, fault := range entry.Errors {
			refused[entry.Line] += " " + fault.Code + " " + fault.Attr
		}
	}
	return refused
}

// rows are what imported lines make, counted from the lines themselves.
type rows struct {
	accounts, transactions, moved, notes, statements, instructions int

	balances decimal.Decimal // of all accounts together
}

// sentMoney, sentAccount and sentLine are of a line what rows count.
type sentMoney struct {
	Closing    string            `json:"last_statement_closing_date"`
	Historical []sentTransaction `json:"historical_statement_transactions"`
	Current    []sentTransaction `json:"current_statement_transactions"`
}

type sentTransaction struct {
	Date   string          `json:"transaction_date"`
	Amount decimal.Decimal `json:"amount"`
	Type   string          `json:"type"`
	Meter  string          `json:"to_prepay_meter_serial_number"`
}

type sentAccount struct {
	sentMoney
	Ledgers      []sentMoney      `json:"ledgers"`
	Transfer     decimal.Decimal  `json:"transfer_balance"`
	Notes        []jsontext.Value `json:"notes"`
	Statements   []jsontext.Value `json:"statements"`
	Instructions []jsontext.Value `json:"payment_instructions"`
}

type sentLine struct {
	Account      sentAccount      `json:"account"`
	Notes        []jsontext.Value `json:"notes"`
	Transactions jsontext.Value   `json:"transactions"` // one of these may be unreadable
	Statements   []jsontext.Value `json:"statements"`
	Instruction  jsontext.Value   `json:"payment_instruction"`
}

// add counts a line whose account is good. Of its data counts what comes before
// the member that is refused.
func (r *rows) add(t testing.TB, line book.Line) {
	t.Helper()
	var sent sentLine
	target := any(&sent)
	if !strings.HasPrefix(string(line.JSON), `{"account":{`) {
		target = &sent.Account
	}
	if err := json.Unmarshal(line.JSON, target); err != nil {
		t.Fatal(err)
	}
	a := &sent.Account
	r.accounts++
	r.notes += len(a.Notes)
	r.statements += len(a.Statements)
	r.instructions += len(a.Instructions)
	r.balances = r.balances.Add(a.Transfer)
	for _, m := range append(a.Ledgers, a.sentMoney) {
		r.transactions += len(m.Historical) + len(m.Current)
		a.Closing = cmp.Or(a.Closing, m.Closing)
	}
	for _, member := range []string{"notes", "transactions", "statements", "payment_instruction"} {
		switch {
		case member == line.Member:
			return
		case member == "notes":
			r.notes += len(sent.Notes)
		case member == "transactions" && sent.Transactions != nil:
			r.addTransactions(t, sent.Transactions, a.Closing)
		case member == "statements":
			r.statements += len(sent.Statements)
		case member == "payment_instruction" && sent.Instruction != nil:
			r.instructions++
		}
	}
}

// addTransactions counts those that come to an account whose last statement closed
// on a day. Those of before it are moved, and one note says so.
func (r *rows) addTransactions(t testing.TB, text jsontext.Value, closing string) {
	t.Helper()
	var sent []sentTransaction
	if err := json.Unmarshal(text, &sent); err != nil {
		t.Fatal(err)
	}
	before := r.moved
	for _, x := range sent {
		r.transactions++
		if x.Date <= closing {
			r.moved++
		}
		switch {
		case x.Meter != "":
		case x.Type == "PAYMENT" || x.Type == "CREDIT":
			r.balances = r.balances.Add(x.Amount)
		default:
			r.balances = r.balances.Sub(x.Amount)
		}
	}
	if r.moved > before {
		r.notes++
	}
}

// check compares the rows of the database.
func (r *rows) check(s *service) {
	s.Helper()
	counts := s.query(`SELECT
		(SELECT count(*) FROM accounts), (SELECT count(*) FROM transactions), (SELECT count(*) FROM transactions WHERE description <> ''),
		(SELECT count(*) FROM notes), (SELECT count(*) FROM statements), (SELECT count(*) FROM payment_instructions),
		(SELECT sum(CAST(round(balance * 100) AS INTEGER)) FROM accounts)`, 7)
	want := []int{r.accounts, r.transactions, r.moved, r.notes, r.statements, r.instructions, int(r.balances.Shift(2).IntPart())}
	if !slices.Equal(counts, want) {
		s.Errorf("accounts, transactions, moved, notes, statements, instructions, pence: %v, want %v", counts, want)
	}
}

// list is how many accounts one of the lists has.
func (s *service) list(token, name string) int {
	s.Helper()
	status, body := s.send(http.MethodGet, token, "/v1/data-import/"+name+"-account-import-processes/ACME/", "")
	if status != http.StatusOK {
		s.Fatalf("%d %s", status, body)
	}
	return strings.Count(body, `"external_account_number"`)
}

func TestABookFromFileToAccounts(t *testing.T) {
	accounts := bookOptions(400, 0.25)
	data := accounts
	data.Data, data.Documents = true, true
	t.Run("accounts", func(t *testing.T) { bookFromFileToAccounts(t, accounts) })
	t.Run("data", func(t *testing.T) { bookFromFileToAccounts(t, data) })
}

// Every line that is refused is refused for its one fault, and everything else is
// there, to the penny.
func bookFromFileToAccounts(t *testing.T, o book.Options) {
	s := newService(t)
	key := s.setUp()
	s.start()
	path, refused, made := writeBookOf(t, o)
	s.writeDocuments(o)
	output, err := s.importer(t.Context(), key, path).CombinedOutput()
	if exit := new(exec.ExitError); !errors.As(err, &exit) {
		t.Fatalf("a book with faulty accounts must not end with success: %v\n%s", err, output)
	}
	got := readReport(t, path+".refused.ndjson")
	for line, fault := range refused {
		if got[line] != fault {
			t.Errorf("line %d: %q, want %q", line, got[line], fault)
		}
	}
	if len(got) != len(refused) {
		t.Errorf("%d lines were refused, want %d\n%s", len(got), len(refused), output)
	}
	token := s.token(key)
	if imported, pending := s.list(token, "imported"), s.list(token, "pending"); imported != made.accounts || pending != 0 {
		t.Errorf("%d imported, %d pending, want %d and 0\n%s", imported, pending, made.accounts, output)
	}
	made.check(s)
	s.consistent(made.accounts)
	for _, again := range [][]string{nil, {"--restart"}} {
		output, err := s.importer(t.Context(), key, path, again...).CombinedOutput()
		if err == nil || s.list(token, "imported") != made.accounts {
			t.Errorf("the same command again, %v: %v\n%s", again, err, output)
		}
		made.check(s)
	}
	if err := s.stop(); err != nil {
		t.Errorf("SIGTERM: %v\n%s", err, s.output)
	}
}

func TestAGoodBookEndsWithSuccess(t *testing.T) {
	s := newService(t)
	key := s.setUp()
	s.start()
	path, _, good := writeBook(t, 60, 0)
	for _, mode := range []string{"--validate-only", "--dry-run"} {
		if output, err := s.importer(t.Context(), key, path, mode).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", mode, err, output)
		}
		if n := s.list(s.token(key), "imported"); n != 0 {
			t.Errorf("%s imported %d", mode, n)
		}
	}
	if output, err := s.importer(t.Context(), key, path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if n := s.list(s.token(key), "imported"); n != good {
		t.Errorf("%d imported, want %d", n, good)
	}
}

// Service and client are both killed in the middle, several times: what was begun
// is finished, and nothing is there twice.
func TestAnImportThatIsCutOff(t *testing.T) {
	s := newService(t)
	key := s.setUp()
	o := bookOptions(600, 0)
	o.Data, o.Documents = true, true
	path, _, made := writeBookOf(t, o)
	s.writeDocuments(o)
	for round := range 3 {
		s.start("--lease", "1s")
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(150+round*100)*time.Millisecond)
		_ = s.importer(ctx, key, path).Run() // killed by the context
		cancel()
		s.kill()
	}
	s.start("--lease", "1s")
	if output, err := s.importer(t.Context(), key, path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	token := s.token(key)
	if imported, pending := s.list(token, "imported"), s.list(token, "pending"); imported != made.accounts || pending != 0 {
		t.Errorf("%d imported, %d pending, want %d and 0", imported, pending, made.accounts)
	}
	s.consistent(made.accounts)
	made.check(s)
}

// consistent compares the rows with each other: one account for each imported
// process, counters that equal the rows.
func (s *service) consistent(accounts int) {
	s.Helper()
	counts := s.query(`SELECT
		(SELECT count(*) FROM accounts), (SELECT count(DISTINCT external_account_number) FROM accounts),
		(SELECT count(*) FROM import_processes p JOIN accounts a ON a.id = p.account AND a.number = p.service_account_number WHERE p.state = 'imported'),
		(SELECT n FROM progress WHERE name = 'imported'), (SELECT COALESCE(sum(n), 0) FROM progress WHERE name = 'staged'),
		(SELECT count(*) FROM transactions) - (SELECT n FROM progress WHERE name = 'transactions'),
		(SELECT count(*) FROM notes) - (SELECT n FROM progress WHERE name = 'notes'),
		(SELECT count(*) FROM import_processes WHERE lease_until <> '')`, 8)
	want := []int{accounts, accounts, accounts, accounts, 0, 0, 0, 0}
	if fmt.Sprint(counts) != fmt.Sprint(want) {
		s.Errorf("rows %v, want %v", counts, want)
	}
}

func TestCommandsWorkOnARunningService(t *testing.T) {
	s := newService(t)
	key := s.setUp()
	s.start()
	const ask = "/v1/data-import/all-account-import-processes/"
	token := s.token(key)
	expect := func(token, supplier string, status int) {
		t.Helper()
		if got, body := s.send(http.MethodGet, token, ask+supplier+"/", ""); got != status {
			t.Errorf("%s: %d %s, want %d", supplier, got, body, status)
		}
	}
	expect(token, "ACME", 200)
	s.must("supplier", "create", "LATER")
	later := strings.TrimSpace(s.must("api-client", "create", "Later scripts", "--supplier", "LATER"))
	expect(s.token(later), "LATER", 200)
	expect(token, "LATER", 404)

	rotated := strings.TrimSpace(s.must("api-client", "rotate", "Acme scripts"))
	expect(token, "ACME", 401)
	if s.token(key) != "" {
		t.Error("the old key still gives tokens")
	}
	token = s.token(rotated)
	expect(token, "ACME", 200)
	s.must("api-client", "disable", "Acme scripts")
	expect(token, "ACME", 401)
	if s.token(rotated) != "" {
		t.Error("a disabled client's key still gives tokens")
	}
}

func TestCommandsSayInOneLineWhyTheyFail(t *testing.T) {
	s := newService(t)
	s.setUp()
	for name, args := range map[string][]string{
		"supplier twice":     {"supplier", "create", "ACME"},
		"supplier's slash":   {"supplier", "create", "A/B"},
		"supplier's country": {"supplier", "create", "X", "--country", "XX"},
		"team twice":         {"team", "create", "Migration"},
		"client twice":       {"api-client", "create", "Acme scripts", "--supplier", "ACME"},
		"client's supplier":  {"api-client", "create", "Y", "--supplier", "NOBODY"},
		"client of none":     {"api-client", "create", "Y"},
		"rotate nobody":      {"api-client", "rotate", "Nobody"},
		"disable nobody":     {"api-client", "disable", "Nobody"},
		"no name":            {"team", "create"},
		"no such command":    {"supplier", "destroy", "ACME"},
		"a misspelt flag":    {"supplier", "create", "Z", "--nmae", "Z"},
	} {
		t.Run(name, func(t *testing.T) {
			out, complaints, err := s.command(args...)
			if err == nil || out != "" || strings.Count(complaints, "\n") != 1 {
				t.Errorf("%v, output %q, complaint %q", err, out, complaints)
			}
		})
	}
}

func TestAModuleThatIsSwitchedOff(t *testing.T) {
	s := newService(t)
	key := s.setUp()
	s.start("--without", "notes,status")
	token := s.token(key)
	if status, _ := s.send(http.MethodGet, token, "/v1/data-import/all-account-import-processes/ACME/", ""); status != 404 {
		t.Errorf("its route answers %d", status)
	}
	_, body := s.send(http.MethodPost, token, "/v1/data-import/validate-account/",
		`{"import_supplier":"ACME","external_account_number":"1","customers":[{"family_name":"Núñez"}],"notes":[{"body":"x"}]}`)
	if !strings.Contains(body, `"code":"unknown_field","attr":"notes"`) {
		t.Errorf("its section is still known: %s", body)
	}
	_, document := s.send(http.MethodGet, "", "/v1/data-import/openapi.json", "")
	if strings.Contains(document, "all-account-import-processes") || strings.Contains(document, `"unpin_at"`) {
		t.Error("the document still has its part")
	}
	if !strings.Contains(document, "validate-account") {
		t.Error("the document has nothing")
	}
}

func TestModulesThatCannotBeSwitchedOff(t *testing.T) {
	for _, name := range []string{"accounts", "access", "nonsense"} {
		s := newService(t)
		_, complaints, err := s.command("serve", "--http", "127.0.0.1:0", "--without", name)
		if err == nil || !strings.Contains(complaints, name) {
			t.Errorf("%s: %v %q", name, err, complaints)
		}
	}
}

func TestTheListOfModules(t *testing.T) {
	s := newService(t)
	out := s.must("modules")
	for _, part := range []string{"staging", "POST /v1/data-import/account-import-process/create-or-update/", "account: notes"} {
		if !strings.Contains(out, part) {
			t.Errorf("%q is not in\n%s", part, out)
		}
	}
	if _, err := os.Stat(s.dir); err == nil {
		t.Error("listing modules made a data folder")
	}
}
