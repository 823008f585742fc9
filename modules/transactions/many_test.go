package transactions

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/testing/kindtest"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

// Many transactions take little time, with the account and afterwards.
func TestImportMany(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(1)
	var b strings.Builder
	for i := range kindtest.Many {
		fmt.Fprintf(&b, `,{"transaction_id": "A%d", "transaction_date": "2024-01-01", "amount": 0.10, "type": "PAYMENT"}`, i)
	}
	began := time.Now()
	s.Import(Section(), to, `{"current_statement_transactions": [`+b.String()[1:]+`]}`)
	items := make([]Transaction, kindtest.Many)
	for i := range items {
		items[i] = pay(s, fmt.Sprint("A", i+kindtest.Many/2), "0.01", 0)
	}
	for range 2 { // the second time they are all there
		if _, err := send(s, to, usual, items...); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := balance(s, to), decimal.New(kindtest.Many*10+kindtest.Many/2, -2).StringFixed(2); got != want {
		t.Errorf("balance %s, want %s", got, want)
	}
	rows := fmt.Sprint(kindtest.Many * 3 / 2)
	if got := s.Row(`SELECT count(*) FROM transactions`) + " " + s.Progress("transactions"); got != rows+" "+rows {
		t.Errorf("%s rows", got)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
}

// Whatever is sent in whatever requests, the balances are what the stored rows add
// up to, by an arithmetic of its own.
func TestBalancesFollowTheRows(t *testing.T) {
	s := kindtest.New(t)
	rapid.Check(t, func(r *rapid.T) {
		to := s.Account(50)
		opening := rapid.Int64Range(-1e9, 1e9).Draw(r, "opening")
		s.Import(Section(), to, fmt.Sprintf(`{"transfer_balance": %s, "ledgers": [{"ledger_code": "A", "identifiers": ["1"]}, {"ledger_code": "B", "identifiers": ["2"]}]}`,
			decimal.New(opening, -2)))
		for range rapid.IntRange(1, 4).Draw(r, "requests") {
			o := usual
			o.CheckPreviouslyAdded = rapid.Bool().Draw(r, "check")
			items := make([]Transaction, rapid.IntRange(0, 12).Draw(r, "items"))
			for i := range items {
				amount := decimal.New(rapid.Int64Range(-1e6, 1e6).Draw(r, "amount"), -2)
				items[i] = pay(s, fmt.Sprint(rapid.IntRange(0, 20).Draw(r, "id")), amount.String(), rapid.IntRange(0, 100).Draw(r, "ago"))
				items[i].Type = Type(rapid.SampledFrom(Type("").Choices()).Draw(r, "type"))
				items[i].SupplyPoint = rapid.SampledFrom([]string{"", "1", "2", "3"}).Draw(r, "supply point")
				items[i].PrepayMeter = rapid.SampledFrom([]string{"", "", "", "P"}).Draw(r, "meter")
			}
			if _, err := send(s, to, o, items...); err != nil {
				r.Fatal(err)
			}
		}
		for i, code := range []string{"A", "B"} {
			want := rowsTotal(s, to.ID, code)
			if i == 0 {
				want.Add(want, big.NewInt(opening))
			}
			got := decimal.RequireFromString(s.Row(`SELECT balance FROM ledgers WHERE account = ? AND code = ?`, to.ID, code))
			if got.Shift(2).BigInt().Cmp(want) != 0 || !got.Equal(got.Round(2)) {
				r.Fatalf("ledger %s has %s, its rows say %s cents", code, got, want)
			}
		}
		total := rowsTotal(s, to.ID, "%")
		total.Add(total, big.NewInt(opening))
		if got := decimal.RequireFromString(balance(s, to)); got.Shift(2).BigInt().Cmp(total) != 0 {
			r.Fatalf("the account has %s, its rows say %s cents", got, total)
		}
	})
}

// rowsTotal adds stored amounts up as whole cents, by their text.
func rowsTotal(s *kindtest.Store, account, code string) *big.Int {
	total := new(big.Int)
	for _, row := range s.Rows(`SELECT t.amount, t.type FROM transactions t JOIN ledgers l ON l.id = t.ledger
		WHERE t.account = ? AND l.code LIKE ? AND t.to_prepay_meter_serial_number = ''`, account, code) {
		amount, kind, _ := strings.Cut(row, "|")
		whole, cents, _ := strings.Cut(amount, ".")
		n, ok := new(big.Int).SetString(whole+(cents + "00")[:2], 10)
		if !ok {
			s.Fatalf("amount %q", amount)
		}
		if kind == "PAYMENT" || kind == "CREDIT" {
			total.Add(total, n)
		} else {
			total.Sub(total, n)
		}
	}
	return total
}
