package transactions

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/kindtest"

	"github.com/shopspring/decimal"
)

// usual is what a request that chooses nothing gets. The note goes to the table of
// notes as it is, since this kind knows no other.
var usual = Options{CheckPreviouslyAdded: true, ForceCurrentStatement: true, PinNote: pin}

func pin(tx *writer.Tx, to *account.Account, body string) error {
	return tx.Insert("notes", []string{"account", "body", "is_pinned"}, 1, func(int) []any { return []any{to.ID, body, true} })
}

func send(s *kindtest.Store, to *account.Account, o Options, items ...Transaction) (results []Result, err error) {
	err = s.Writer.Do(func(tx *writer.Tx) error {
		results, err = Import(tx, to, items, o)
		return err
	})
	return results, err
}

// pay is a valid transaction of today, in the supplier's zone, or of some days ago.
func pay(s *kindtest.Store, id, amount string, ago int) Transaction {
	today := account.Today(s.Supplier, time.Now())
	return Transaction{ID: id, Date: today.AddDays(-ago), Amount: decimal.RequireFromString(amount), Type: Payment, Reference: "ref " + id}
}

func TestImportAdds(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(10)
	s.Import(Section(), to, `{"transfer_balance": "-10.00"}`)
	refund := pay(s, "T2", "0.505", 1)
	refund.Type = Repayment
	meter := pay(s, "T3", "99", 0)
	meter.PrepayMeter = "P"
	results, err := send(s, to, usual, pay(s, "T1", "30.5", 0), refund, meter)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if r.Status != Added || r.Description != "" || r.Transaction.ID != fmt.Sprint("T", i+1) {
			t.Errorf("%+v", r)
		}
	}
	if got := balance(s, to); got != "19.995" {
		t.Errorf("balance %s", got)
	}
	if got := s.Row(`SELECT balance FROM ledgers WHERE account = ?`, to.ID); got != "19.995" {
		t.Errorf("ledger %s", got)
	}
	wantRows(t, s.Rows(`SELECT transaction_id, period, amount, reference, description FROM transactions WHERE account = ? ORDER BY id`, to.ID),
		"T1|current|30.5|ref T1|", "T2|current|0.505|ref T2|", "T3|current|99|ref T3|")
	if n := s.Progress("transactions"); n != "3" {
		t.Errorf("progress %s", n)
	}
}

func TestImportChecksPreviouslyAdded(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(10)
	s.Import(Section(), to, withoutStatement(t))
	changed := pay(s, "H2", "1", 0)
	results, err := send(s, to, usual, changed, pay(s, "N", "5.00", 0), pay(s, "N", "6", 0))
	if err != nil {
		t.Fatal(err)
	}
	if got := [3]Status{results[0].Status, results[1].Status, results[2].Status}; got != [3]Status{AlreadyExists, Added, AlreadyExists} {
		t.Fatal(got)
	}
	// What is stored is echoed, not what was sent, with all that it has.
	echo, err := payload.Encode(results[0].Transaction)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"transaction_id":"H2","transaction_date":"2024-03-31","amount":"110.00","type":"SUPPLY_CHARGE","display_note":"March","note":"estimated","product_code":"FIX-E-24","line_items":[{"start_date":"2024-03-01","end_date":"2024-03-31","number_of_units":"400.125","net_amount":"100.03","price_per_unit":"0.25","rate_specification_code":"SPEC:DAY","units":["1000","1400.125"],"params":{"source":"CUSTOMER"}},{"start_date":"2024-03-01","end_date":"2024-03-01","number_of_units":"1","net_amount":"4.73","rate_band":"STANDING_CHARGE"}],"tax_items":[{"amount":"5.24","tax_type":"VAT","value_taxed":"104.76","rate":"0.05","unit_type":"PROPORTION"}],"supply_point_identifier":"1200012345678"}`
	if string(echo) != want {
		t.Errorf("got  %s\nwant %s", echo, want)
	}
	if amount := results[2].Transaction.Amount; !amount.Equal(decimal.NewFromInt(5)) {
		t.Errorf("the second of two is echoed with the first's amount, not %s", amount)
	}
	if got := balance(s, to); got != "-39.50" {
		t.Errorf("balance %s", got)
	}
	again := usual
	again.CheckPreviouslyAdded = false
	for range 2 {
		if results, err = send(s, to, again, pay(s, "N", "5", 0), pay(s, "N", "5", 0)); err != nil || results[1].Status != Added {
			t.Fatal(results, err)
		}
	}
	if got := balance(s, to); got != "-19.50" {
		t.Errorf("balance %s", got)
	}
	if results, err = send(s, to, usual, pay(s, "N", "7", 0)); err != nil || results[0].Status != AlreadyExists || payload.Text(results[0].Transaction.Amount) != "5.00" {
		t.Error("of several the first is echoed", results, err)
	}
	other := s.Account(1)
	if results, err = send(s, other, usual, pay(s, "N", "7", 0)); err != nil || results[0].Status != Added || balance(s, other) != "7" {
		t.Error("another account, which has no ledger yet", results, err)
	}
}

// Where the open statement period begins, and what becomes of dates around it.
func TestImportPeriod(t *testing.T) {
	s := kindtest.New(t)
	today := account.Today(s.Supplier, time.Now())
	day := func(ago int) string { return today.AddDays(-ago).String() }
	for name, c := range map[string]struct {
		created         int
		closing, billed string
		ago             int    // of the transaction
		want            string // its date once stored, or the code of its refusal
	}{
		"in the period":                         {100, day(30), "", 29, day(29)},
		"on the closing date":                   {100, day(30), "", 30, day(29)},
		"long before":                           {100, day(30), "", 3650, day(29)},
		"today":                                 {100, day(30), "", 0, day(0)},
		"tomorrow":                              {100, day(30), "", -1, ruleInFuture.Code},
		"closed, and billed later":              {100, day(30), day(10), 20, day(20)},
		"billed only":                           {100, "", day(10), 20, day(9)},
		"billed only, on that day":              {100, "", day(10), 10, day(9)},
		"neither, before its creation":          {5, "", "", 20, day(5)},
		"neither, on the day of its creation":   {5, "", "", 5, day(5)},
		"closed today":                          {5, day(0), "", 0, day(0)},
		"closed today, a transaction before":    {5, day(0), "", 1, day(0)},
		"closed in the future":                  {5, day(-9), "", 3, day(0)},
		"closed in the year 9999":               {5, "9999-12-31", "", 0, day(0)},
		"closed in the year 1":                  {5, "0001-01-01", "", 700000, day(700000)},
		"closed on 28 February of a leap year":  {5, "2024-02-28", "", 10000, "2024-02-29"},
		"billed to 28 February of another year": {5, "", "2023-02-28", 10000, "2023-03-01"},
	} {
		t.Run(name, func(t *testing.T) {
			to := s.Account(c.created)
			s.Import(Section(), to, `{}`)
			s.Exec(`UPDATE ledgers SET last_statement_closing_date = ? WHERE account = ?`, c.closing, to.ID)
			s.Exec(`UPDATE accounts SET last_billed_to_date = ? WHERE id = ?`, c.billed, to.ID)
			sent := pay(s, "T", "1", c.ago)
			results, err := send(s, to, usual, sent)
			if c.want == ruleInFuture.Code {
				wantFailure(t, err, sent, 0, ruleInFuture.Code)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			moved := c.want != sent.Date.String()
			if got := results[0].Transaction.Date.String(); got != c.want || results[0].Status != Added {
				t.Errorf("dated %s, want %s", got, c.want)
			}
			row := c.want + "|" + results[0].Description
			wantRows(t, s.Rows(`SELECT transaction_date, description FROM transactions WHERE account = ?`, to.ID), row)
			if moved != strings.Contains(results[0].Description, sent.Date.String()) || moved != strings.Contains(results[0].Description, c.want) {
				t.Errorf("description %q", results[0].Description)
			}
			notes := s.Rows(`SELECT body, is_pinned FROM notes WHERE account = ?`, to.ID)
			if moved != (len(notes) == 1) || moved && !strings.Contains(notes[0], "T from "+sent.Date.String()+" to "+c.want+".|1") {
				t.Errorf("notes %v", notes)
			}
			strict := usual
			strict.ForceCurrentStatement = false
			sent.ID = "strict"
			if _, err := send(s, to, strict, pay(s, "S", "1", 0), sent); moved {
				wantFailure(t, err, sent, 1, ruleBeforeOpening.Code)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

func wantFailure(t *testing.T, err error, sent Transaction, index int, code string) {
	t.Helper()
	var failure *Failure
	if !errors.As(err, &failure) || failure.Index != index || failure.Transaction.ID != sent.ID || failure.Transaction.Date != sent.Date {
		t.Fatalf("got %v", err)
	}
	if !strings.Contains(failure.Fault.Detail, sent.Date.String()) || !strings.HasPrefix(failure.Error(), code+": ") {
		t.Errorf("the failure %q does not name the date", failure.Error())
	}
	var refused *fault.Error
	if !errors.As(err, &refused) || refused.Status != 400 || refused.Code != code {
		t.Fatalf("got %v", refused)
	}
	kindtest.Want(t, refused.Faults, fmt.Sprintf("%s transactions.%d.transaction_date", code, index))
}

func TestImportIsAllOrNothing(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(10)
	s.Import(Section(), to, `{"transfer_balance": 1}`)
	sent := pay(s, "T2", "1", -1)
	_, err := send(s, to, usual, pay(s, "T1", "1", 0), pay(s, "T0", "1", 20), sent)
	wantFailure(t, err, sent, 2, ruleInFuture.Code)
	if got := balance(s, to) + s.Row(`SELECT count(*) FROM transactions`) + s.Row(`SELECT count(*) FROM notes`) + s.Progress("transactions"); got != "1000" {
		t.Errorf("something stayed: %s", got)
	}
}

// A request pins one note, of a length that a person reads, and a request that
// changes no date pins none.
func TestImportPinsOneNote(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(0)
	s.Import(Section(), to, `{}`)
	items := make([]Transaction, 100)
	for i := range items {
		items[i] = pay(s, fmt.Sprint("T", i), "1", 100+i)
	}
	before := items[0].Date
	for range 2 {
		if _, err := send(s, to, usual, items...); err != nil {
			t.Fatal(err)
		}
	}
	if items[0].Date != before {
		t.Error("the caller's transaction was changed")
	}
	note := s.Row(`SELECT body FROM notes WHERE account = ?`, to.ID)
	if !strings.Contains(note, " T19 from ") || strings.Contains(note, " T20 ") || !strings.HasSuffix(note, " and 80 more.") {
		t.Errorf("note %q", note)
	}
	quiet := usual
	quiet.PinNote = nil
	if _, err := send(s, to, quiet, pay(s, "Q", "1", 100)); err != nil {
		t.Error(err)
	}
	failing := usual
	failing.PinNote = func(*writer.Tx, *account.Account, string) error { return errors.New("no notes today") }
	if _, err := send(s, to, failing, pay(s, "F", "1", 100)); err == nil {
		t.Error("a note that could not be pinned was ignored")
	}
}

// A transaction goes on the ledger of its supply point, and else on the first.
func TestImportChoosesTheLedger(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(3000)
	s.Import(Section(), to, kindtest.With(t, ledgerAccount, drop("ledgers.0.last_statement_closing_date")))
	s.Exec(`UPDATE accounts SET last_billed_to_date = '2020-01-01' WHERE id = ?`, to.ID)
	charge := func(id, point string) Transaction {
		t := pay(s, id, "2", 0)
		t.Type, t.SupplyPoint, t.Date = SupplyCharge, point, 20240430
		return t
	}
	if _, err := send(s, to, usual, charge("G", "3000000001"), charge("E", "1200012345679"), charge("U", "unknown"), pay(s, "P", "1", 0)); err != nil {
		t.Fatal(err)
	}
	wantRows(t, s.Rows(`SELECT l.code, t.transaction_id, t.transaction_date <> '2024-04-30' FROM transactions t JOIN ledgers l ON l.id = t.ledger
		WHERE t.account = ? AND t.transaction_id IN ('G', 'E', 'U', 'P') ORDER BY t.id`, to.ID),
		"GAS|G|1", "ELEC|E|0", "ELEC|U|0", "ELEC|P|1")
	wantRows(t, s.Rows(`SELECT code, balance FROM ledgers WHERE account = ? ORDER BY id`, to.ID), "ELEC|7.00", "GAS|8", "BOILER|-5")
	if got := balance(s, to); got != "10.00" {
		t.Errorf("balance %s", got)
	}
}

func TestImportToNobody(t *testing.T) {
	s := kindtest.New(t)
	if _, err := send(s, &account.Account{ID: database.NewID(), Supplier: s.Supplier}, usual, pay(s, "T", "1", 0)); err == nil {
		t.Error("an account that does not exist took a transaction")
	}
}
