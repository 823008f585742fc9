package transactions

import (
	"errors"
	"fmt"
	"testing"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/testing/kindtest"

	"github.com/shopspring/decimal"
)

// chargedFor returns a supply charge of one line item.
func chargedFor(s *kindtest.Store, id, point, band string, first, last payload.Date, net string) Transaction {
	t := pay(s, id, net, 0)
	t.Type, t.Reference, t.ProductCode, t.SupplyPoint = SupplyCharge, "", "FIX", point
	t.LineItems = []LineItem{{Start: first, End: last, Units: decimal.New(1, 0), Net: decimal.RequireFromString(net), RateBand: band}}
	return t
}

// A day is charged once at a supply point, for a product and at a rate, unless the charge
// was reversed.
func TestImportRefusesWhatWasCharged(t *testing.T) {
	s := kindtest.New(t)
	const refused = "line_items_overlap_already_charged_period transactions.%d.line_items.0.start_date"
	for name, c := range map[string]struct {
		sent []Transaction
		want int // the index of the refused transaction, -1 for none
	}{
		"the same month":       {[]Transaction{chargedFor(s, "N1", "1", "DAY", 20240101, 20240131, "9")}, 0},
		"the last day of it":   {[]Transaction{chargedFor(s, "N1", "1", "DAY", 20240131, 20240229, "9")}, 0},
		"days around it":       {[]Transaction{chargedFor(s, "N1", "1", "DAY", 20231201, 20240229, "9")}, 0},
		"the month after":      {[]Transaction{chargedFor(s, "N1", "1", "DAY", 20240201, 20240229, "9")}, -1},
		"another rate":         {[]Transaction{chargedFor(s, "N1", "1", "NIGHT", 20240101, 20240131, "9")}, -1},
		"another supply point": {[]Transaction{chargedFor(s, "N1", "2", "DAY", 20240101, 20240131, "9")}, -1},
		"the same again":       {[]Transaction{chargedFor(s, "O1", "1", "DAY", 20240101, 20240131, "10")}, -1},
		"a reversal":           {[]Transaction{chargedFor(s, "N1", "1", "DAY", 20240101, 20240131, "-10")}, -1},
		"a reversal and another": {[]Transaction{chargedFor(s, "N1", "1", "DAY", 20240101, 20240131, "-10"),
			chargedFor(s, "N2", "1", "DAY", 20240101, 20240131, "9")}, -1},
		"twice at once": {[]Transaction{chargedFor(s, "N1", "1", "DAY", 20240201, 20240229, "9"),
			chargedFor(s, "N2", "1", "DAY", 20240229, 20240301, "9")}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			to := s.Account(10)
			s.Import(Section(), to, `{"transfer_balance": "0"}`)
			if _, err := send(s, to, usual, chargedFor(s, "O1", "1", "DAY", 20240101, 20240131, "10")); err != nil {
				t.Fatal(err)
			}
			before := balance(s, to)
			_, err := send(s, to, usual, c.sent...)
			if c.want < 0 {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var refusal *fault.Error
			if !errors.As(err, &refusal) {
				t.Fatalf("got %v", err)
			}
			kindtest.Want(t, refusal.Faults, fmt.Sprintf(refused, c.want))
			if after := balance(s, to); after != before {
				t.Errorf("balance %s, then %s", before, after)
			}
			unchecked := usual
			unchecked.CheckPreviouslyAdded = false
			if _, err := send(s, to, unchecked, c.sent...); err != nil {
				t.Errorf("unchecked: %v", err)
			}
		})
	}
}

// A charge that was reversed in the database is no charge.
func TestImportAfterAReversal(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(10)
	s.Import(Section(), to, `{"transfer_balance": "0"}`)
	for i, net := range []string{"10", "-10", "9"} {
		if _, err := send(s, to, usual, chargedFor(s, fmt.Sprint("T", i), "1", "DAY", 20240101, 20240131, net)); err != nil {
			t.Fatal(net, err)
		}
	}
}
