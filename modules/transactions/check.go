package transactions

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

var ruleLedgersAndFlat = catalogue.Rule{
	Code: "ledgers_and_flat_fields_both_provided", Area: catalogue.Ledgers,
	Meaning: "The account has ledgers, and beside them transactions or a last statement that stand for a single ledger without a name.",
	Remedy:  "Move these members into the ledger that they are of, or leave ledgers out.",
	Attr:    "ledgers",
	Bad:     `{"ledgers": [{"ledger_code": "GAS"}], "last_statement_balance": "20.00"}`,
	Good:    `{"ledgers": [{"ledger_code": "GAS", "last_statement_balance": "20.00"}]}`,
}

// check adds the faults of ledgers, transactions and balances. The rules of balances run
// first. They need to know which values could be read, and a fault means that only until
// the other rules add theirs.
func check(p *Part, f *account.Facts, at *fault.At) {
	flat, ledgers := p.flat(), at.Field("ledgers")
	both := len(p.Ledgers) > 0 && p.isFlat()
	p.checkMoney(flat, both, at, &ledgers)
	s := newScope(p, f, at)
	for i := range p.Ledgers {
		place := ledgers.Index(i)
		p.Ledgers[i].check(&place, s)
	}
	flat.check(at, s)
	checkLedgerCodes(p.Ledgers, &ledgers)
	checkIdentifiers(p.Ledgers, &ledgers)
	checkListedLedgers(p.Ledgers, f, &ledgers)
	if both {
		ledgers.Add(ruleLedgersAndFlat.Code, "There are ledgers, and "+p.flatMember()+" beside them: use one or the other, since the flat members stand for a single ledger without a name.")
	}
}

// scope holds the facts of the account that the rules of single transactions need.
type scope struct {
	facts *account.Facts
	part  *Part
	// firsts is where each transaction_id stands first, nil until one is met again.
	firsts map[string]where
	// ids are the transaction_ids met so far.
	ids map[string]struct{}
	// unknownBilled says that last_billed_to_date is there and could not be read.
	unknownBilled bool
	// unknownClosing says the same of the account's last_statement_closing_date.
	unknownClosing bool
}

func newScope(p *Part, f *account.Facts, at *fault.At) *scope {
	n := len(p.Current) + len(p.Historical)
	for i := range p.Ledgers {
		n += len(p.Ledgers[i].Current) + len(p.Ledgers[i].Historical)
	}
	return &scope{
		facts: f, part: p, ids: make(map[string]struct{}, n),
		unknownBilled: !at.CleanAt("last_billed_to_date"), unknownClosing: !at.CleanAt("last_statement_closing_date"),
	}
}

// legible reports whether readable holds of all items of an array that have faults, and the
// array itself has no fault. The array has a fault itself where it has faults but no item has.
func legible[T any](items []T, at *fault.At, readable func(*T, *fault.At) bool) bool {
	if at.Clean() {
		return true
	}
	itemsFaulty := false
	for i := range items {
		place := at.Index(i)
		if place.Clean() {
			continue
		}
		itemsFaulty = true
		if !readable(&items[i], &place) {
			return false
		}
	}
	return itemsFaulty
}
