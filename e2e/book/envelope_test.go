package book

import (
	"bytes"
	"slices"
	"testing"

	"github.com/shopspring/decimal"
)

// eachEnvelope runs a check on every good envelope with the same account of a book without data.
func eachEnvelope(t *testing.T, check func(t *testing.T, e envelopeView, whole view)) {
	t.Helper()
	o := dataOptions()
	o.Data = false
	i := 0
	for line := range Lines(o) {
		e := envelopes()[i]
		if i++; e.Bare {
			if !bytes.Equal(e.Line.JSON, line.JSON) {
				t.Fatalf("bare, but not as it was: %s", e.Line.JSON)
			}
			continue
		}
		check(t, e, parse(line))
		if t.Failed() {
			t.Fatalf("line %d: %s", i, e.Line.JSON)
		}
	}
}

func TestMostLinesAreEnvelopes(t *testing.T) {
	bare, members, late := 0, map[string]int{}, 0
	for _, e := range envelopes() {
		if e.Bare {
			bare++
		}
		for name, there := range map[string]bool{
			"notes": e.Notes != nil, "transactions": e.Transactions != nil,
			"statements": e.Statements != nil, "payment_instruction": e.Instruction != nil,
		} {
			if there {
				members[name]++
			}
		}
		if slices.ContainsFunc(e.Transactions, func(x transactionView) bool { return x.Date < openingOf(e.Account) }) {
			late++
		}
	}
	if share := bare * 100 / len(envelopes()); share < 10 || share > 30 || late < 100 {
		t.Errorf("%d%% bare, %d with an entry of before the open period", share, late)
	}
	for _, name := range []string{"notes", "transactions", "statements", "payment_instruction"} {
		if members[name] < 300 {
			t.Errorf("%d with %s", members[name], name)
		}
	}
}

// Data in an envelope is not in the account any more: both together are the original account. Entries from before the
// open period are additional.
func TestEnvelopesLoseNothing(t *testing.T) {
	eachEnvelope(t, func(t *testing.T, e envelopeView, whole view) {
		v, added := e.Account, e.Transactions
		moved := slices.DeleteFunc(slices.Clone(added), func(x transactionView) bool { return x.Date < openingOf(v) })
		if len(moneyOf(v))+len(moved) != len(moneyOf(whole)) || len(added)-len(moved) > 1 {
			t.Errorf("%d and %d transactions of %d", len(moneyOf(v)), len(added), len(moneyOf(whole)))
		}
		if total := orZero(v.Transfer).Add(balanceOf(moved)); !total.Equal(orZero(whole.Transfer)) {
			t.Errorf("balance %v with what was moved, %v before", total, whole.Transfer)
		}
		if len(v.Notes)+len(e.Notes) != len(whole.Notes) || len(v.Statements)+len(e.Statements) != len(whole.Statements) {
			t.Errorf("%d and %d notes, %d and %d statements", len(v.Notes), len(e.Notes), len(v.Statements), len(e.Statements))
		}
		if e.Instruction == nil {
			if len(v.Instructions) != len(whole.Instructions) {
				t.Error("the instruction is lost")
			}
		} else if len(v.Instructions) > 0 || e.Instruction.Reference != whole.Instructions[0].Reference || e.Instruction.Vendor != "sandbox" {
			t.Errorf("instruction %+v, in the account %+v", e.Instruction, v.Instructions)
		}
	})
}

func TestTransactionsOfEnvelopes(t *testing.T) {
	kinds := map[string]bool{}
	eachEnvelope(t, func(t *testing.T, e envelopeView, _ view) {
		seen := map[string]bool{}
		for _, x := range moneyOf(e.Account) {
			seen[x.ID] = true
		}
		last := ""
		for _, x := range e.Transactions {
			if seen[x.ID] || x.ID == "" || x.Document != "" {
				t.Errorf("id %q, billed on %q", x.ID, x.Document)
			}
			if x.Date < last || x.Date >= isoDate(today) || !x.Amount.GreaterThan(decimal.Zero) {
				t.Errorf("%s on %s, after one on %s, of %v", x.ID, x.Date, last, x.Amount)
			}
			seen[x.ID], last, kinds[x.Type] = true, x.Date, true
			for _, l := range x.Lines {
				checkLine(t, map[string]int{}, x, l)
			}
		}
	})
	if len(kinds) != 5 {
		t.Errorf("kinds %v", kinds)
	}
}

// openingOf is the first day of the open period: the day after the last statement, on which all ledgers agree.
func openingOf(v view) string {
	for _, m := range booksOf(v) {
		if m.Closing != "" {
			return dayAfter(m.Closing)
		}
	}
	return ""
}

func TestStatementsOfEnvelopes(t *testing.T) {
	eachEnvelope(t, func(t *testing.T, e envelopeView, _ view) {
		all := e.Account
		all.Statements = append(slices.Clone(e.Statements), all.Statements...)
		checkStatements(t, all, today)
	})
}

func TestNotesOfEnvelopes(t *testing.T) {
	letters := 0
	eachEnvelope(t, func(t *testing.T, e envelopeView, _ view) {
		seen := map[string]bool{}
		for _, n := range append(slices.Clone(e.Account.Notes), e.Notes...) {
			key := n.Body
			if n.Body == "" {
				letters++
				for _, d := range n.DocumentPaths {
					key += "\x00" + d.DocumentPath
				}
			}
			if key == "" || seen[key] {
				t.Errorf("note %+v", n)
			}
			seen[key] = true
		}
	})
	if letters == 0 {
		t.Error("no note is a letter alone")
	}
}
