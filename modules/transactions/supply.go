package transactions

import (
	"encoding/json/jsontext"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// HasHistory reports whether there are historical transactions.
func (p *Part) HasHistory() bool {
	for i := range p.Ledgers {
		if len(p.Ledgers[i].Historical) > 0 {
			return true
		}
	}
	return len(p.Historical) > 0
}

// ClosingDate returns the latest last_statement_closing_date that was sent.
func (p *Part) ClosingDate() payload.Date {
	latest := p.LastClosing
	for i := range p.Ledgers {
		latest = max(latest, p.Ledgers[i].LastClosing)
	}
	return latest
}

// EachIdentifier visits the identifiers of the ledgers.
func (p *Part) EachIdentifier(at *fault.At, visit func(identifier string, at *fault.At)) {
	ledgers := at.Field("ledgers")
	for i := range p.Ledgers {
		ledger := ledgers.Index(i)
		identifiers := ledger.Field("identifiers")
		for j, identifier := range p.Ledgers[i].Identifiers {
			place := identifiers.Index(j)
			visit(identifier, &place)
		}
	}
}

// EachSupplyTransaction visits the transactions of all ledgers.
func (p *Part) EachSupplyTransaction(at *fault.At, visit func(t *account.SupplyTransaction, at *fault.At)) {
	p.visitAll(at, func(t *Transaction, at *fault.At) { visit(t.supply(), at) })
}

// EachLineParams visits the params of all line items that have any: JSON objects.
func (p *Part) EachLineParams(at *fault.At, visit func(params jsontext.Value, at *fault.At)) {
	p.visitAll(at, func(t *Transaction, at *fault.At) {
		lines := at.Field("line_items")
		for i := range t.LineItems {
			if params := t.LineItems[i].Params; len(params) > 0 {
				line := lines.Index(i)
				place := line.Field("params")
				visit(params, &place)
			}
		}
	})
}

func (p *Part) visitAll(at *fault.At, visit func(t *Transaction, at *fault.At)) {
	visitLists(p.Historical, p.Current, at, visit)
	ledgers := at.Field("ledgers")
	for i := range p.Ledgers {
		place := ledgers.Index(i)
		visitLists(p.Ledgers[i].Historical, p.Ledgers[i].Current, &place, visit)
	}
}

func visitLists(historical, current []Transaction, at *fault.At, visit func(t *Transaction, at *fault.At)) {
	for _, list := range []struct {
		member string
		items  []Transaction
	}{{"historical_statement_transactions", historical}, {"current_statement_transactions", current}} {
		places := at.Field(list.member)
		for i := range list.items {
			place := places.Index(i)
			visit(&list.items[i], &place)
		}
	}
}

// supply returns what the transaction says of the supply that it is for.
func (t *Transaction) supply() *account.SupplyTransaction {
	s := &account.SupplyTransaction{SupplyPoint: t.SupplyPoint, ProductCode: t.ProductCode, PrepayMeter: t.PrepayMeter}
	for i := range t.LineItems {
		first, last := t.LineItems[i].Start, t.LineItems[i].End
		if first != 0 && (s.FirstDay == 0 || first < s.FirstDay) {
			s.FirstDay = first
		}
		s.LastDay = max(s.LastDay, last)
	}
	return s
}
