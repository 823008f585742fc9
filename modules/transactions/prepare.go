package transactions

import (
	"dataimport/modules/kit/domain/account"

	"github.com/shopspring/decimal"
)

// prepareRows writes the ledgers and transactions that an account brings with it, and sets
// its balance. Every account has at least one ledger.
func prepareRows(into account.RowWriter, to *account.Account, p *Part) error {
	ledgers := p.ledgers()
	balances, total := p.balances(ledgers)
	ids, err := insertLedgers(into, to, ledgers, balances)
	if err != nil {
		return err
	}
	var entries []entry
	for i := range ledgers {
		for j := range ledgers[i].Historical {
			t := &ledgers[i].Historical[j]
			entries = append(entries, entry{Transaction: t, texts: t.texts(), ledger: ids[i], period: periodHistorical})
		}
		for j := range ledgers[i].Current {
			t := &ledgers[i].Current[j]
			entries = append(entries, entry{Transaction: t, texts: t.texts(), ledger: ids[i], period: periodCurrent})
		}
	}
	if err := insertEntries(into, to, entries); err != nil {
		return err
	}
	to.Balance = total
	return nil
}

// ledgers returns the ledgers of the account, of which there is at least one.
func (p *Part) ledgers() []Ledger {
	if len(p.Ledgers) == 0 {
		return []Ledger{*p.flat()}
	}
	return p.Ledgers
}

// balances returns the balance of each ledger and of the account. The account has the
// transfer balance where it is given. Where no ledger has a member about money, the first
// ledger has the transfer balance.
func (p *Part) balances(ledgers []Ledger) (each []decimal.Decimal, total decimal.Decimal) {
	each = make([]decimal.Decimal, len(ledgers))
	for i := range ledgers {
		each[i] = ledgers[i].balance()
		total = total.Add(each[i])
	}
	if p.TransferBalance.Valid {
		total = p.TransferBalance.Decimal
		if !p.ledgersState() {
			each[0] = total
		}
	}
	return each, total
}
