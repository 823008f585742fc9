package transactions

import (
	"fmt"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/testing/kindtest"
)

func balance(s *kindtest.Store, to *account.Account) string {
	s.Helper()
	return s.Row(`SELECT balance FROM accounts WHERE id = ?`, to.ID)
}

func wantRows(t *testing.T, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("rows\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// withoutStatement is the flat account without its reference to a statement, which
// no other section of these tests has.
func withoutStatement(t *testing.T, e ...edit) string {
	t.Helper()
	return kindtest.With(t, flatAccount, append(e, drop(h+"1.billing_document_identifier"))...)
}

func TestImportPartStoresEverything(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(0)
	s.Import(Section(), to, withoutStatement(t))
	wantRows(t, s.Rows(`SELECT t.period, l.code, t.transaction_id, t.transaction_date, t.amount, t.type, t.reason, t.display_note, t.note, t.reference,
		t.payment_type, t.product_code, t.supply_point_identifier, t.to_prepay_meter_serial_number, t.description, unpacked(t.line_items), unpacked(t.tax_items)
		FROM transactions t JOIN ledgers l ON l.id = t.ledger WHERE t.account = ? ORDER BY t.id`, to.ID),
		`historical||H1|2024-02-29|40|PAYMENT|ACCOUNT_CHARGE_PAYMENT|||DD1|DD_REGULAR_COLLECTION||||||`,
		`historical||H2|2024-03-31|110.00|SUPPLY_CHARGE||March|estimated|||FIX-E-24|1200012345678|||`+
			`[{"start_date":"2024-03-01","end_date":"2024-03-31","number_of_units":"400.125","net_amount":"100.03","price_per_unit":"0.25","rate_specification_code":"SPEC:DAY","units":["1000","1400.125"],"params":{"source":"CUSTOMER"}},`+
			`{"start_date":"2024-03-01","end_date":"2024-03-01","number_of_units":"1","net_amount":"4.73","rate_band":"STANDING_CHARGE"}]|`+
			`[{"amount":"5.24","tax_type":"VAT","value_taxed":"104.76","rate":"0.05","unit_type":"PROPORTION"}]`,
		`current||C1|2024-04-01|50.5|CREDIT|GENERAL_CREDIT|Sorry|||||||||`,
		`current||C2|2024-06-30|20.00|CHARGE|LATE_PAYMENT_FEE||||||||||[{"amount":"1","tax_type":"VAT","value_taxed":"19","rate":"0.05","unit_type":"CURRENCY_PER_KWH"}]`,
		`current||C3|2024-07-01|5|REPAYMENT|||||DIRECT_CREDIT||||||`,
		`current||C4|2024-07-01|99.99|PAYMENT||||||||P1|||`)
	wantRows(t, s.Rows(`SELECT code, identifier, identifiers, balance, last_statement_balance, last_statement_closing_date, last_statement_issue_date
		FROM ledgers WHERE account = ?`, to.ID), `|||-44.50|-70.00|2024-03-31|2024-04-02`)
	if got := balance(s, to); got != "-44.50" {
		t.Errorf("balance %s", got)
	}
	if n := s.Progress("transactions"); n != "6" {
		t.Errorf("progress %s", n)
	}
}

func TestImportPartOfLedgers(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(0)
	s.Import(Section(), to, ledgerAccount)
	wantRows(t, s.Rows(`SELECT code, identifier, identifiers, balance, last_statement_balance, last_statement_closing_date FROM ledgers WHERE account = ? ORDER BY id`, to.ID),
		`ELEC|L1|["1200012345678","1200012345679"]|10.00|30|2024-03-31`,
		`GAS||["3000000001"]|10||2024-04-30`,
		`BOILER|||-5||`)
	wantRows(t, s.Rows(`SELECT l.code, t.transaction_id, t.period FROM transactions t JOIN ledgers l ON l.id = t.ledger WHERE t.account = ? ORDER BY t.id`, to.ID),
		`ELEC|E1|current`, `GAS|G1|historical`, `GAS|G2|current`)
	if got := balance(s, to); got != "15.00" {
		t.Errorf("balance %s", got)
	}
}

func TestImportPartBalances(t *testing.T) {
	s := kindtest.New(t)
	for name, c := range map[string]struct{ document, account, ledgers string }{
		"nothing":                      {`{}`, "0", "[0]"},
		"a transfer balance alone":     {`{"transfer_balance": "-12.50"}`, "-12.50", "[-12.50]"},
		"no transfer balance":          {withoutStatement(t, drop("transfer_balance")), "-44.50", "[-44.50]"},
		"ten places":                   {`{"transfer_balance": 9999999999.9999999999}`, "9999999999.9999999999", "[9999999999.9999999999]"},
		"ledgers without money":        {`{"transfer_balance": 7, "ledgers": [{"ledger_code": "A"}, {"ledger_code": "B"}]}`, "7", "[7 0]"},
		"one ledger with money":        {`{"transfer_balance": 7, "ledgers": [{"ledger_code": "A"}, {"ledger_code": "B", "ledger_balance": 7}]}`, "7", "[0 7]"},
		"ledgers, no transfer balance": {`{"ledgers": [{"ledger_code": "A", "last_statement_balance": 0.10}, {"ledger_code": "B", "ledger_balance": "-0.005"}]}`, "0.095", "[0.10 -0.005]"},
		"a balance that was carried":   {`{"last_statement_balance": 3.00}`, "3.00", "[3.00]"},
		"negative zero":                {`{"transfer_balance": -0.00}`, "0.00", "[0.00]"},
	} {
		t.Run(name, func(t *testing.T) {
			to := s.Account(0)
			s.Import(Section(), to, c.document)
			if got := balance(s, to); got != c.account {
				t.Errorf("account %s, want %s", got, c.account)
			}
			if got := fmt.Sprint(s.Rows(`SELECT balance FROM ledgers WHERE account = ? ORDER BY id`, to.ID)); got != c.ledgers {
				t.Errorf("ledgers %s, want %s", got, c.ledgers)
			}
		})
	}
}

func TestMembers(t *testing.T) {
	want := "[transfer_balance ledgers current_statement_transactions historical_statement_transactions last_statement_balance last_statement_closing_date last_statement_issue_date]"
	if got := fmt.Sprint(Section().Members()); got != want {
		t.Errorf("got %s", got)
	}
}
