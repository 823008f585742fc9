package paymentinstructions

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/kindtest"
)

func importAll(s *kindtest.Store, to *account.Account, items ...PaymentInstruction) (results []Result, err error) {
	err = s.Writer.Do(func(tx *writer.Tx) error {
		results, err = Import(tx, to, items)
		return err
	})
	return results, err
}

func TestImportStoresEverything(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(0)
	s.Import(Section(), to, valid)
	got := s.Rows(`SELECT status, vendor, reference, type, valid_from, customer_reference, instruction_identifier, ledger_code,
		use_for_scheduled_payments FROM payment_instructions WHERE account = ? ORDER BY id`, to.ID)
	want := []string{
		"active|sandbox|pm_1|CARD|2024-02-29|C1|PI-1|ELEC|1",
		"active|sandbox|pm_2|DIRECT_DEBIT||||GAS|0",
		"active|sandbox|pm_1|CARD||||GAS|0",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("stored\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if n := s.Progress("payment_instructions"); n != "3" {
		t.Errorf("progress %s", n)
	}
}

func TestImportLater(t *testing.T) {
	s := kindtest.New(t)
	card := PaymentInstruction{Vendor: "sandbox", Reference: "pm_1", Type: Card}
	vendor, reference, kind := card, card, card
	vendor.Vendor, reference.Reference, kind.Type = "other", "PM_1", DirectDebit
	onLedger := card
	onLedger.LedgerCode = "ELEC"
	for name, c := range map[string]struct {
		had, sent []PaymentInstruction
		want      string // the results, or "refused"
	}{
		"the first":            {nil, []PaymentInstruction{card}, "[{true}]"},
		"the same again":       {[]PaymentInstruction{card}, []PaymentInstruction{card}, "[{false}]"},
		"the same of a ledger": {[]PaymentInstruction{onLedger}, []PaymentInstruction{card}, "[{false}]"},
		"another reference":    {[]PaymentInstruction{card}, []PaymentInstruction{reference}, "refused"},
		"another vendor":       {[]PaymentInstruction{card}, []PaymentInstruction{vendor}, "refused"},
		"another type":         {[]PaymentInstruction{card}, []PaymentInstruction{kind}, "refused"},
		"the same and another": {[]PaymentInstruction{card}, []PaymentInstruction{card, kind}, "refused"},
		"one of two":           {[]PaymentInstruction{card, kind}, []PaymentInstruction{kind}, "[{false}]"},
		"several at once":      {nil, []PaymentInstruction{card, kind, reference}, "[{true} {true} {true}]"},
		"one twice at once":    {nil, []PaymentInstruction{card, card}, "[{true} {false}]"},
		"one for two ledgers":  {nil, []PaymentInstruction{onLedger, card}, "[{true} {true}]"},
		"none":                 {nil, nil, "[]"},
	} {
		t.Run(name, func(t *testing.T) {
			to := s.Account(0)
			if _, err := importAll(s, to, c.had...); err != nil {
				t.Fatal(err)
			}
			results, err := importAll(s, to, c.sent...)
			if c.want != "refused" {
				if err != nil || fmt.Sprint(results) != c.want {
					t.Errorf("got %v, %v; want %s", results, err, c.want)
				}
				return
			}
			var refused *fault.Error
			if !errors.As(err, &refused) || refused.Status != 400 || refused.Code != "account_has_active_instruction" {
				t.Fatalf("got %v, %v", results, err)
			}
			kindtest.Want(t, refused.Faults, "account_has_active_instruction reference")
			if got := s.Row(`SELECT count(*) FROM payment_instructions WHERE account = ?`, to.ID); got != fmt.Sprint(len(c.had)) {
				t.Errorf("%s rows", got)
			}
		})
	}
}

func TestImportAfterTheActiveOneEnded(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(0)
	card := PaymentInstruction{Vendor: "sandbox", Reference: "pm_1", Type: Card}
	for _, kind := range []Type{Card, BPay} {
		card.Type = kind
		if results, err := importAll(s, to, card); err != nil || !results[0].Added {
			t.Fatal(results, err)
		}
		s.Exec(`UPDATE payment_instructions SET status = 'ended'`)
	}
	if results, err := importAll(s, to, card); err != nil || !results[0].Added {
		t.Error("one that ended is not there any more", results, err)
	}
}
