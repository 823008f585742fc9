package book

import (
	"testing"

	"github.com/shopspring/decimal"
)

// balanceOf adds up transactions by the rule of the account object, independently of the generator.
func balanceOf(transactions []transactionView) decimal.Decimal {
	total := decimal.Zero
	for _, t := range transactions {
		switch {
		case t.Meter != "":
		case t.Type == "PAYMENT", t.Type == "CREDIT":
			total = total.Add(t.Amount)
		default:
			total = total.Sub(t.Amount)
		}
	}
	return total
}

func moneyOf(v view) []transactionView {
	var all []transactionView
	for _, m := range booksOf(v) {
		all = append(append(all, m.Historical...), m.Current...)
	}
	return all
}

// booksOf returns the ledgers, with the unnamed one.
func booksOf(v view) []moneyView {
	all := []moneyView{v.moneyView}
	for _, l := range v.Ledgers {
		all = append(all, l.moneyView)
	}
	return all
}

func orZero(d *decimal.Decimal) decimal.Decimal {
	if d == nil {
		return decimal.Zero
	}
	return *d
}

func TestBalancesAgree(t *testing.T) {
	each(t, func(t *testing.T, v view) {
		total := decimal.Zero
		for i, m := range booksOf(v) {
			balance := orZero(m.LastBalance).Add(balanceOf(m.Current))
			if !orZero(m.LastBalance).Equal(balanceOf(m.Historical)) {
				t.Errorf("ledger %d: last statement %v, history %v", i-1, m.LastBalance, balanceOf(m.Historical))
			}
			if i > 0 && v.Ledgers[i-1].Balance != nil {
				given := *v.Ledgers[i-1].Balance
				if m.LastBalance != nil && !given.Equal(balance) {
					t.Errorf("ledger %d: balance %v, transactions %v", i-1, given, balance)
				}
				balance = given
			}
			total = total.Add(balance)
		}
		if v.Transfer == nil && len(moneyOf(v)) > 0 || !orZero(v.Transfer).Equal(total) {
			t.Errorf("transfer balance %v, transactions %v", v.Transfer, total)
		}
		if len(v.Ledgers) > 0 && (v.LastBalance != nil || v.Historical != nil || v.Current != nil || v.Closing != "") {
			t.Error("ledgers and flat fields")
		}
	})
}

func TestAmountsAreMadeOfTheirParts(t *testing.T) {
	each(t, func(t *testing.T, v view) {
		for _, tr := range moneyOf(v) {
			if !tr.Amount.IsPositive() || !tr.Amount.Equal(tr.Amount.Truncate(2)) {
				t.Errorf("%s: amount %v", tr.ID, tr.Amount)
			}
			if tr.Type != "SUPPLY_CHARGE" {
				continue
			}
			total := decimal.Zero
			for _, l := range tr.Lines {
				product := l.Number.Mul(l.Price)
				if !product.Round(2).Equal(l.Net) || !product.RoundBank(2).Equal(l.Net) {
					t.Errorf("%s: %v x %v is not %v", tr.ID, l.Number, l.Price, l.Net)
				}
				total = total.Add(l.Net)
			}
			for _, x := range tr.Taxes {
				total = total.Add(x.Amount)
			}
			if !total.Equal(tr.Amount) {
				t.Errorf("%s: amount %v, parts %v", tr.ID, tr.Amount, total)
			}
		}
	})
}

func TestInstalmentsAndComponentsAddUp(t *testing.T) {
	plans, instalments := 0, 0
	each(t, func(t *testing.T, v view) {
		for _, p := range v.Plans {
			for _, part := range p.Payments {
				plans++
				if part.AmountComponents[0].Amount+part.AmountComponents[1].Amount != part.TotalAmount {
					t.Errorf("plan payment %+v", part)
				}
			}
		}
		for _, s := range v.Schedules {
			total := decimal.Zero
			for _, part := range s.Instalments {
				instalments++
				total = total.Add(part.Amount)
				if part.Date < s.Start || part.Date > s.End {
					t.Errorf("instalment on %s outside %s to %s", part.Date, s.Start, s.End)
				}
			}
			if s.Instalments != nil && !total.Equal(*s.Amount) {
				t.Errorf("instalments %v of %v", total, s.Amount)
			}
		}
	})
	if plans == 0 || instalments == 0 {
		t.Errorf("%d plan payments, %d instalments", plans, instalments)
	}
}
