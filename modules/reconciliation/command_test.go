package reconciliation_test

import (
	"encoding/csv"
	"encoding/json/v2"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/ops/cli"
)

func account(number, members string) string {
	return fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":%q,"customers":[{"family_name":"Núñez"}]%s}`, number, members)
}

func inEnvelope(account, members string) string {
	return `{"account":` + account + members + `}`
}

func transaction(id, day, amount, kind string) string {
	members := map[string]string{"CHARGE": `,"reason":"IMPORTED_CHARGE"`, "CREDIT": `,"reason":"IMPORTED_CREDIT"`, "PAYMENT": `,"reference":"r"`, "REPAYMENT": `,"reference":"r"`}[kind]
	return fmt.Sprintf(`{"transaction_id":%q,"transaction_date":%q,"amount":%s,"type":%q%s}`, id, day, amount, kind, members)
}

const (
	note      = `{"body":"Rang about the boiler.","created_at":"2024-02-01T09:00:00Z"}`
	statement = `{"statement_id":"S-1","bill_period_from_date":"2024-01-01","bill_period_to_date":"2024-01-31","gross_amount":-0.5,"statement_path":"statements/1.pdf"}`
)

func today() string { return time.Now().UTC().Format(time.DateOnly) }

// book is a book with everything in which sent and stored figures could differ although
// nothing is wrong.
func book() []string {
	long := strings.Repeat("a very long letter ", 200)
	return []string{
		account("bare", ``),
		account("zero", `,"transfer_balance":"0.00"`),
		account("carried forward", `,"transfer_balance":"-99999999.1234567891"`),
		account("é/ü #%?", `,"notes":[`+note+`,`+note+`,{"body":"Rang about the boiler."},{"document_paths":[{"document_path":"/letters/1.pdf"},{"document_path":"letters/2.pdf"}]},{"body":"`+long+`"}]`),
		`{"import_supplier":"ACME","external_account_number":"nobody","unknown_occupier":true}`,
		account("ledgers", `,"transfer_balance":"30.005","ledgers":[{"ledger_code":"GAS","identifiers":["4532671809"],"ledger_balance":"35.005"},{"ledger_code":"POWER","ledger_balance":-5,"last_statement_balance":"-5"}]`),
		account("unstated ledgers", `,"transfer_balance":"12.5","ledgers":[{"ledger_code":"GAS"},{"ledger_code":"POWER"}]`),
		account("sums", `,"last_statement_closing_date":"2024-01-31","historical_statement_transactions":[`+transaction("T-1", "2024-01-15", `"20.00"`, "PAYMENT")+
			`],"current_statement_transactions":[`+transaction("T-2", "2024-02-01", `0.0000000001`, "CHARGE")+`,`+transaction("T-3", "2024-02-02", `-7`, "CREDIT")+`,`+transaction("T-4", "2024-02-03", `1e1`, "REPAYMENT")+
			`,{"transaction_id":"T-5","transaction_date":"2024-02-04","amount":3,"type":"PAYMENT","to_prepay_meter_serial_number":"M"}]`),
		// Notes, transactions and statements are sent again, are sent twice, and with equal amounts
		// in another notation. Those before the open period are moved, and the service adds a note.
		inEnvelope(account("later", `,"last_statement_closing_date":"2024-01-31","transfer_balance":"1.00","notes":[`+note+`],"statements":[`+statement+`]`),
			`,"notes":[`+note+`,{"body":"Another."},{"body":"Another."}],"statements":[`+strings.Replace(statement, "-0.5", `"-0.50"`, 1)+`,{"statement_id":"S-2","bill_period_from_date":"2024-02-01","bill_period_to_date":"2024-02-29"}],"transactions":[`+
				transaction("T-1", "2024-01-01", "5.25", "CHARGE")+`,`+transaction("T-1", "2024-01-01", `"5.250"`, "CHARGE")+`,`+transaction("T-2", today(), "0.75", "PAYMENT")+
				`,{"transaction_id":"T-3","transaction_date":"`+today()+`","amount":100,"type":"PAYMENT","to_prepay_meter_serial_number":"M"}]`),
		`{"external_account_number":"later","notes":[{"body":"Yet another."},` + note + `],"transactions":[` + transaction("T-4", today(), "2", "REPAYMENT") + `,` + transaction("T-2", today(), "0.75", "PAYMENT") + `]}`,
		account("bare", ``), // the same bytes
	}
}

func TestABookAgrees(t *testing.T) {
	r := serve(t)
	lines := book()
	r.importBook(lines...)
	if r.Count("accounts", "") != 9 || r.Count("notes", "by_service = TRUE") != 1 {
		t.Fatalf("%d accounts, %d notes of the service", r.Count("accounts", ""), r.Count("notes", "by_service = TRUE"))
	}
	r.agrees(writeBook(t, lines...))
}

// The sums of random transactions agree, also where they are sent in several lines with
// repetitions.
func TestRandomTransactionsAgree(t *testing.T) {
	r := serve(t)
	random := rand.New(rand.NewPCG(1, 2))
	var lines []string
	for n := range 12 {
		number := fmt.Sprintf("X-%d", n)
		lists := [3][]string{}
		for i := range 40 {
			amount := fmt.Sprintf("%d.%0*d", random.IntN(2_000_000)-1_000_000, 1+random.IntN(10), random.IntN(10))
			kind := []string{"CHARGE", "CREDIT", "PAYMENT", "REPAYMENT"}[random.IntN(4)]
			if strings.HasSuffix(kind, "PAYMENT") {
				amount = strings.TrimPrefix(amount, "-")
			}
			text := transaction(fmt.Sprintf("T-%d", i), today(), amount, kind)
			lists[random.IntN(3)] = append(lists[random.IntN(3)], text)
			for j := range lists {
				if j > 0 && random.IntN(2) == 0 { // not twice in the account itself
					lists[j] = append(lists[j], text)
				}
			}
		}
		lists[0] = nil
		for i := range 10 {
			lists[0] = append(lists[0], transaction(fmt.Sprintf("A-%d", i), "2024-02-01", fmt.Sprintf("%d.%d", random.IntN(999), random.IntN(999_999_999)), "CHARGE"))
		}
		lines = append(lines, inEnvelope(account(number, `,"current_statement_transactions":[`+strings.Join(lists[0], ",")+`]`), `,"transactions":[`+strings.Join(lists[1], ",")+`]`),
			fmt.Sprintf(`{"external_account_number":%q,"transactions":[%s]}`, number, strings.Join(lists[2], ",")))
	}
	r.importBook(lines...)
	r.agrees(writeBook(t, lines...))
}

// Whatever is changed in the database is named with its account.
func TestEachChangeIsNamed(t *testing.T) {
	r := serve(t)
	lines := book()
	r.importBook(lines...)
	file := writeBook(t, lines...)
	const (
		id   = ` (SELECT id FROM accounts WHERE external_account_number = 'sums')`
		is   = ` =` + id
		new  = ` (id, account) SELECT 'aaaaaaaaaaaaaaa', id FROM accounts WHERE external_account_number = 'sums'`
		made = ` WHERE id = 'aaaaaaaaaaaaaaa'`
	)
	for name, test := range map[string]struct{ change, undo, want string }{
		"a cent":                  {`UPDATE accounts SET balance = '2.99' WHERE id` + is, `UPDATE accounts SET balance = '2.9999999999' WHERE id` + is, "Balance sent 2.9999999999, stored 2.99"},
		"a cent of a ledger":      {`UPDATE ledgers SET balance = '3' WHERE account` + is, `UPDATE ledgers SET balance = '2.9999999999' WHERE account` + is, "Ledgers, balances sent 2.9999999999, stored 3.00"},
		"a cent of a transaction": {`UPDATE transactions SET amount = '20.01' WHERE transaction_id = 'T-1' AND account` + is, `UPDATE transactions SET amount = '20' WHERE transaction_id = 'T-1' AND account` + is, "Transactions PAYMENT, amounts sent 23.00, stored 23.01"},
		"its type":                {`UPDATE transactions SET type = 'CREDIT' WHERE transaction_id = 'T-1' AND account` + is, `UPDATE transactions SET type = 'PAYMENT' WHERE transaction_id = 'T-1' AND account` + is, "Transactions PAYMENT sent 2, stored 1"},
		"the payload": {`UPDATE stagings SET sha256 = '00' || sha256 WHERE id = (SELECT staging FROM import_processes WHERE external_account_number = 'sums')`,
			`UPDATE stagings SET sha256 = substr(sha256, 3) WHERE sha256 LIKE '00%' AND length(sha256) = 66`, "Account's payload, SHA-256 sent"},
		"a customer":    {`INSERT INTO customers` + new, `DELETE FROM customers` + made, "Customers sent 1, stored 2"},
		"a note":        {`INSERT INTO notes` + new, `DELETE FROM notes` + made, "Notes sent 0, stored 1"},
		"a ledger":      {`INSERT INTO ledgers` + new, `DELETE FROM ledgers` + made, "Ledgers sent 1, stored 2"},
		"a statement":   {`INSERT INTO statements` + new, `DELETE FROM statements` + made, "Statements sent 0, stored 1"},
		"a instruction": {`INSERT INTO payment_instructions` + new, `DELETE FROM payment_instructions` + made, "Payment instructions sent 0, stored 1"},
	} {
		r.change(test.change)
		out := r.differs(file, nil, "sums (A-", ", line 8: ", test.want, "8 accounts agree, 1 account differs")
		if strings.Contains(out, "later (A-") || strings.Contains(out, "Núñez") {
			t.Errorf("%s: too much is named:\n%s", name, out)
		}
		r.change(test.undo)
	}
	r.agrees(file)
}

// What is on one side alone is named, with the reason as far as it is known.
func TestAccountsOnOneSide(t *testing.T) {
	r := serve(t)
	good, refused := account("good", ``), account("refused", `,"transfer_balance":"1,50"`)
	r.importBook(good, refused, account("extra", ``))
	r.Post(r.token, "/v1/data-import/account-import-process/create-or-update/", account("staged", ``)).Expect(201)
	file := writeBook(t, good, refused, account("staged", ``), `{"account":{"customers":[]}}`, `{not JSON`)
	out := r.differs(file, nil, "1 account agrees, 2 accounts only in the book, 1 account only in the service, 2 lines of the book cannot be read",
		"refused, line 2: only in the book\n", "staged, line 3: only in the book, where it is staged\n", "extra (A-", "): only in the service",
		"line 4 of the book: the account has no external_account_number", "line 5 of the book: ")
	if strings.Index(out, "line 4") > strings.Index(out, "refused, line 2") || strings.Index(out, "refused, line 2") > strings.Index(out, "extra (A-") {
		t.Errorf("the worst is not first:\n%s", out)
	}
	if out := r.differs(file, []string{"--partial"}, "2 accounts only in the book"); strings.Contains(out, "extra") {
		t.Errorf("an account of another book is named:\n%s", out)
	}
	r.agrees(writeBook(t, good), "--partial")
	r.change(`UPDATE import_processes SET state = 'skipped' WHERE external_account_number = 'staged'`)
	r.differs(file, nil, "where it is skipped")
}

// Two lines of one number and different bytes are two accounts, of which one can be stored.
func TestANumberTwice(t *testing.T) {
	r := serve(t)
	a, b := account("1", ``), account("1", `,"billing_name":"B"`)
	r.importBook(a)
	r.differs(writeBook(t, a, b), nil, "1 (A-", ", lines 1, 2: Accounts sent 2, stored 1")
}

func TestAnotherPayloadOfTheSameFigures(t *testing.T) {
	r := serve(t)
	r.importBook(account("1", `,"billing_name":"A"`))
	file := writeBook(t, account("1", `,"billing_name":"B"`))
	r.differs(file, nil, "Account's payload, SHA-256 sent ")
	r.agrees(file, "--figures-only")
}

func TestADifferentTransactionOfOneID(t *testing.T) {
	r := serve(t)
	lines := []string{account("1", ``), `{"external_account_number":"1","transactions":[` + transaction("T-1", today(), "5", "CHARGE") + `]}`,
		`{"external_account_number":"1","transactions":[` + transaction("T-1", today(), "6", "CHARGE") + `]}`}
	r.importBook(lines...)
	r.differs(writeBook(t, lines...), nil, "Balance sent -11.00, stored -5.00")
	r.agrees(writeBook(t, lines[:2]...))
}

func TestControlTotals(t *testing.T) {
	r := serve(t)
	lines := book()
	r.importBook(lines...)
	file := writeBook(t, lines...)
	control := func(text string) []string {
		path := filepath.Join(t.TempDir(), "totals.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return []string{"--control", path}
	}
	r.agrees(file, control(`{"accounts": 9, "customers": 8, "transactions": {"CHARGE": {"count": 2, "sum": "5.2500000001"}}, "statements": {"count": 2, "sum": -0.5}}`)...)
	r.differs(file, control(`{"accounts": 9, "transactions": {"CHARGE": {"count": 2, "sum": "5.26"}}}`), "9 accounts agree, 1 total differs",
		"control", "5.2500000001          5.2500000001     5.26        0.00  differs")
	r.differs(file, control(`{"payment_instructions": 1}`), "1 total differs") // a zero that is no zero
	for text, want := range map[string]string{`{"acounts": 9}`: "there is no figure acounts; the figures are accounts, customers, balance", `{`: "control totals", `[]`: "JSON object"} {
		if code, out, err := r.reconcile(file, control(text)...); code != cli.ExitMisuse || out != "" || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: exit code %d, %v", text, code, err)
		}
	}
	if code, _, err := r.reconcile(file, "--control", file+".none"); code != cli.ExitFailed {
		t.Errorf("exit code %d, %v", code, err)
	}
}

func TestExitCodes(t *testing.T) {
	r := serve(t)
	file := writeBook(t, account("1", ``))
	for name, test := range map[string]struct {
		book string
		args []string
		code int
		want string
	}{
		"no address":          {file, []string{"--url", ""}, 2, "--url is needed"},
		"a wrong address":     {file, []string{"--url", "ftp://a"}, 2, "is not an address"},
		"no supplier":         {file, []string{"--supplier", " "}, 2, "--supplier is needed"},
		"no key":              {file, []string{"--key", ""}, 2, "an API key is needed"},
		"a wrong format":      {file, []string{"--out", "report.pdf"}, 2, ".html, .csv or .json"},
		"a format without":    {file, []string{"--format", "csv"}, 2, "--out"},
		"the book itself":     {file, []string{"--out", file, "--format", "csv"}, 2, "names the book"},
		"an unknown flag":     {file, []string{"--none"}, 2, "unknown flag"},
		"a wrong key":         {file, []string{"--key", "dik_none"}, 3, "the API key is not accepted"},
		"an unknown supplier": {file, []string{"--supplier", "NONE"}, 3, "see --supplier"},
		"no book":             {file + ".none", nil, 3, "the book cannot be opened"},
		"a directory":         {filepath.Dir(file), nil, 3, "is a directory"},
		"no service":          {file, []string{"--url", "http://127.0.0.1:1", "--retry-for", "1ms"}, 3, "connection refused"},
		"no folder":           {file, []string{"--out", filepath.Join(file, "report.html")}, 3, "cannot be written"},
		"no documents":        {file, []string{"--documents", file + ".none"}, 3, "the documents cannot be read"},
	} {
		t.Setenv("DATAIMPORT_KEY", "")
		code, _, err := r.reconcile(test.book, test.args...)
		if code != test.code || err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: exit code %d, %v; want %d, %s", name, code, err, test.code, test.want)
		}
	}
}

// The documents of a folder are compared with those that were read at the import.
func TestDocumentsOfAFolder(t *testing.T) {
	r := serve(t)
	line := account("1", `,"statements":[`+statement+`,`+strings.NewReplacer("S-1", "S-2", "/1.pdf", "/2.pdf").Replace(statement)+`]`)
	r.importBook(line)
	file, folder := writeBook(t, line), t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, "statements"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "statements/1.pdf"), []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	const sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	r.change(`UPDATE statements SET sha256 = '` + sum + `' WHERE statement_id = 'S-1'`)
	r.agrees(file, "--documents", folder)
	r.change(`UPDATE statements SET sha256 = '00'`)
	r.differs(file, []string{"--documents", folder}, "Document statements/1.pdf, SHA-256 sent "+sum+", stored 00", "Document statements/2.pdf, SHA-256 sent none, stored 00")
	r.change(`UPDATE statements SET statement_path = 'statements/3.pdf' WHERE statement_id = 'S-2'`)
	r.differs(file, nil, "Document statements/2.pdf sent named, stored none", "Document statements/3.pdf sent none, stored named")
}

// Each format of the report has each difference. The cells of a table are never formulas.
func TestReports(t *testing.T) {
	r := serve(t)
	formula, page := "=HYPERLINK(1)", "<script>alert(1)</script>"
	lines := []string{account("good", ``), account(formula, `,"transfer_balance":"1,50"`), account(page, ``), account("less", `,"transfer_balance":"-1.50"`)}
	r.importBook(lines...)
	r.change(`UPDATE accounts SET balance = '-1.51' WHERE external_account_number = 'less'`)
	lines = append(lines[:2:2], lines[3:]...)
	folder := t.TempDir()
	read := func(name string, args ...string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		r.differs(writeBook(t, lines...), append(args, "--out", path), "1 account agrees, 1 account differs, 1 account only in the book, 1 account only in the service")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	var parsed struct {
		Supplier, Book, Program string
		Agrees                  bool
		Totals                  []struct{ Figure, Sent, Stored, Difference string }
		Differences             []struct {
			Kind   string
			Number string `json:"external_account_number"`
			Items  []struct{ Name, Sent, Stored, Difference string }
		}
	}
	if err := json.Unmarshal([]byte(read("report.json")), &parsed, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(parsed.Differences[2]); parsed.Agrees || len(parsed.Totals) != 20 || len(parsed.Differences) != 3 ||
		!strings.HasPrefix(got, "{differs less [{Balance -1.50 -1.51 -0.01}") || parsed.Supplier != "ACME" || parsed.Book != "book.ndjson" {
		t.Errorf("%+v", parsed)
	}
	rows, err := csv.NewReader(strings.NewReader(read("report.txt", "--format", "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	table := fmt.Sprint(rows)
	for _, want := range []string{"[only in the book '" + formula + "   2 Accounts 1 0  -1]", "[differs less A-", "Balance -1.50 -1.51  -0.01]", "[total     balance -1.50 -1.51  -0.01]"} {
		if !strings.Contains(table, want) {
			t.Errorf("the table lacks %q:\n%s", want, table)
		}
	}
	html := read("report.HTML")
	for _, want := range []string{"&lt;script&gt;alert(1)", "Accounts only in the book (1)", "Accounts that differ (1)", "-1.51", "Signature", "SHA-256 of the book", "dataimport development"} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, never := range []string{"<script", "src=", "href=", "http-equiv", "Núñez", "@import"} {
		if strings.Contains(html, never) {
			t.Errorf("the page has %q", never)
		}
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 3 {
		t.Errorf("%v, %v", left, err)
	}
}
