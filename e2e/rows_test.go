package e2e

import (
	"cmp"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"dataimport/e2e/book"
)

// rows counts the rows that imported lines create, calculated from the lines.
type rows struct {
	accounts, transactions, moved, notes, statements, instructions int

	balances decimal.Decimal // sum of all accounts
}

// sentMoney, sentAccount and sentLine are the parts of a line that rows counts.
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
	Transactions jsontext.Value   `json:"transactions"` // a faulty line may be unreadable
	Statements   []jsontext.Value `json:"statements"`
	Instruction  jsontext.Value   `json:"payment_instruction"`
}

// add counts a line with a good account. Of its data it counts all members but the one
// that is refused.
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

// addTransactions counts transactions for an account whose last statement closed on a
// day. Earlier transactions are moved into the open period, and one note says so.
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

// list returns the number of accounts in one of the lists.
func (s *service) list(token, name string) int {
	s.Helper()
	status, body := s.send(http.MethodGet, token, "/v1/data-import/"+name+"-account-import-processes/ACME/", "")
	if status != http.StatusOK {
		s.Fatalf("%d %s", status, body)
	}
	return strings.Count(body, `"external_account_number"`)
}
