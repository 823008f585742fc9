package lifecycle_test

import (
	"bytes"
	"encoding/json/v2"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"dataimport/e2e/book"
	"dataimport/modules"
	"dataimport/modules/kit/testing/apptest"
	"dataimport/modules/lifecycle"
)

const (
	stagePath        = "/v1/data-import/account-import-process/create-or-update/"
	processPath      = "/v1/data-import/account-import-process/process/"
	notesPath        = "/v1/data-import/notes/create/"
	transactionsPath = "/v1/data-import/transactions/create/"
	statementsPath   = "/v1/data-import/historical-statements/create/"
	instructionPath  = "/v1/data-import/payment-instruction/create/"
)

// service has the supplier ACME, a client with a book of realistic accounts, and an operator.
type service struct {
	*apptest.Env
	token, operator string
	book            []book.Line
}

func newService(t testing.TB) *service {
	t.Helper()
	s := &service{Env: apptest.Serve(t, modules.Mount(modules.All))}
	s.token = s.SetUp(map[string]any{"verify_documents": "no", "document_root": "acme/docs"})
	operator := s.Record("_superusers", map[string]any{"email": "zoë@example.com", "password": "1234567890", "role": "operator"})
	var err error
	if s.operator, err = operator.NewAuthToken(); err != nil {
		t.Fatal(err)
	}
	s.book = slices.Collect(book.Lines(book.Options{Supplier: "ACME", Team: "Migration", Accounts: lifecycle.BatchSize + 2, Seed: 11, Documents: true}))
	return s
}

// stageBook stages the book.
func (s *service) stageBook() {
	s.Helper()
	for _, line := range s.book {
		s.Post(s.token, stagePath, string(line.JSON)).Expect(http.StatusCreated)
	}
}

// importBook imports the book, and later data for its first account.
func (s *service) importBook() {
	s.Helper()
	s.stageBook()
	for _, line := range s.book {
		s.processAccount(line.ExternalAccountNumber).Expect(http.StatusCreated)
	}
	s.addLaterData(s.firstNumber())
}

// firstNumber is the number of the first account.
func (s *service) firstNumber() string { return s.book[0].ExternalAccountNumber }

func (s *service) processAccount(number string) *apptest.Answer {
	s.Helper()
	return s.Post(s.token, processPath, fmt.Sprintf(`{"import_supplier_code":"ACME","external_account_number":%q,"operations_team_name":"Migration"}`, number))
}

func (s *service) importInto(number, member string) string {
	return fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":%q,%s}`, number, member)
}

func (s *service) addNote(number, body string) *apptest.Answer {
	s.Helper()
	return s.Post(s.token, notesPath, s.importInto(number, fmt.Sprintf(`"notes":[{"body":%q}]`, body)))
}

func (s *service) addLaterData(number string) {
	s.Helper()
	s.addNote(number, "Frau Özdemir-O’Neill rief an").Expect(http.StatusCreated)
	s.Post(s.token, notesPath, s.importInto(number, `"notes":[{"document_paths":[{"document_path":"/letters/Zoë.pdf"}]}]`)).Expect(http.StatusCreated)
	s.Post(s.token, transactionsPath, s.importInto(number, `"transactions":[
		{"transaction_id":"late-1","transaction_date":"2001-02-03","amount":"99999999.995","type":"CREDIT","reason":"GENERAL_CREDIT","display_note":"Für Zoë"},
		{"transaction_id":"late-2","transaction_date":"2001-02-03","amount":0,"type":"PAYMENT","reference":"IBAN GB33BUKB20201555555555"}]`)).Expect(http.StatusCreated)
	s.Post(s.token, statementsPath, s.importInto(number, `"statements":[{"statement_id":"late","bill_period_from_date":"2001-01-01","bill_period_to_date":"2001-01-31","gross_amount":"-0.01","statement_path":"2001/late.pdf"}]`)).Expect(http.StatusCreated)
	if s.Count("payment_instructions p JOIN accounts a ON a.id = p.account", "a.external_account_number = ?", number) == 0 {
		s.Post(s.token, instructionPath, s.importInto(number, `"vendor":"sandbox","reference":"pm_late","type":"CARD"`)).Expect(http.StatusCreated)
	}
}

// takeAccountBack calls the action on an account.
func (s *service) takeAccountBack(number, body string) *apptest.Answer {
	s.Helper()
	return s.callAction(s.queryText(`SELECT id FROM import_processes WHERE external_account_number = ?`, number), body, s.operator)
}

func (s *service) callAction(process, body, token string) *apptest.Answer {
	s.Helper()
	request, err := http.NewRequest(http.MethodPost, s.URL+"/api/dataimport/processes/"+process+"/take-back", strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", token)
	return s.Do(request, body)
}

// runCommand returns what a command prints, and its error.
func (s *service) runCommand(args ...string) (string, error) {
	s.Helper()
	commands, err := modules.Commands(s.Declaration)
	if err != nil {
		s.Fatal(err)
	}
	var out bytes.Buffer
	for _, command := range commands {
		if command.Name() == args[0] {
			command.SetArgs(args[1:])
			command.SetOut(&out)
			err := command.Execute()
			return out.String(), err
		}
	}
	s.Fatalf("no command %s", args[0])
	return "", nil
}

// runForResult runs a command that must succeed, and decodes its JSON.
func (s *service) runForResult(result any, args ...string) {
	s.Helper()
	text, err := s.runCommand(args...)
	if err != nil {
		s.Fatalf("%v: %v", args, err)
	}
	if err := json.Unmarshal([]byte(text), result); err != nil {
		s.Fatalf("%v: %v in %s", args, err, text)
	}
}

// queryText returns the only value that a query finds.
func (s *service) queryText(query string, args ...any) (text string) {
	s.Helper()
	if err := s.Runtime.Reader.QueryRow(query, args...).Scan(&text); err != nil {
		s.Fatalf("%s: %v", query, err)
	}
	return text
}

// expectCounters fails the test unless each counter equals the number of the rows that it counts.
func (s *service) expectCounters() {
	s.Helper()
	for _, state := range []string{"staged", "imported", "skipped"} {
		s.expectEqual(state, s.Count("import_processes", "state = ?", state))
	}
	for _, table := range []string{"notes", "transactions", "statements", "payment_instructions"} {
		s.expectEqual(table, s.Count(table, ""))
	}
	for table := range tablesOfAccounts {
		if n := s.Count(table, "account NOT IN (SELECT id FROM accounts)"); n != 0 {
			s.Errorf("%d orphans in %s", n, table)
		}
	}
}

var tablesOfAccounts = map[string]bool{"customers": true, "addresses": true, "account_references": true, "payment_schedules": true, "debts": true,
	"ledgers": true, "transactions": true, "notes": true, "statements": true, "payment_instructions": true, "account_extensions": true}

func (s *service) expectEqual(counter string, want int) {
	s.Helper()
	if got := s.queryText(`SELECT COALESCE(sum(n), 0) FROM progress WHERE name = ?`, counter); got != fmt.Sprint(want) {
		s.Errorf("counter %s is %s, rows are %d", counter, got, want)
	}
}

// sumMoney adds up the money of each table exactly.
func (s *service) sumMoney() string {
	s.Helper()
	var all []string
	for _, column := range []string{"accounts.balance", "ledgers.balance", "ledgers.last_statement_balance", "transactions.amount", "statements.gross_amount", "payment_schedules.amount"} {
		table, name, _ := strings.Cut(column, ".")
		rows, err := s.Runtime.Reader.Query(`SELECT ` + name + ` FROM ` + table + ` WHERE ` + name + ` <> ''`)
		if err != nil {
			s.Fatal(err)
		}
		sum, n := decimal.Zero, 0
		for rows.Next() {
			var text string
			if err := rows.Scan(&text); err != nil {
				s.Fatal(err)
			}
			sum, n = sum.Add(decimal.RequireFromString(text)), n+1
		}
		if err := rows.Close(); err != nil {
			s.Fatal(err)
		}
		all = append(all, fmt.Sprintf("%s %d %s", column, n, sum))
	}
	return strings.Join(all, "\n")
}
