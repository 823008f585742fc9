package transactions

import (
	"dataimport/modules/kit/domain/account"

	"github.com/shopspring/decimal"
)

// state lets other sections ask of the ledgers and transactions.
func state(p *Part, f *account.Facts) { f.Money, f.Ledgers = p, p }

// LedgerIdentifiers returns the identifiers of the ledgers that have one.
func (p *Part) LedgerIdentifiers() (identifiers []string) {
	for i := range p.Ledgers {
		if p.Ledgers[i].Identifier != "" {
			identifiers = append(identifiers, p.Ledgers[i].Identifier)
		}
	}
	return identifiers
}

// EachTransaction calls do for each transaction that has an id.
func (p *Part) EachTransaction(do func(id, kind string, amount decimal.Decimal)) {
	each := func(items []Transaction) {
		for i := range items {
			if t := &items[i]; t.ID != "" {
				do(t.ID, string(t.Type), t.Amount)
			}
		}
	}
	each(p.Current)
	each(p.Historical)
	for i := range p.Ledgers {
		each(p.Ledgers[i].Current)
		each(p.Ledgers[i].Historical)
	}
}
