package book

import "fmt"

// money fills the unnamed ledger, or the named ones, and the balances that follow from them.
func (b *builder) money() {
	for fuel := range b.fuels {
		b.tariffs = append(b.tariffs, b.tariff(fuel == 1))
	}
	if b.ledgers == 0 {
		b.account.ledgerMoney = b.ledgerMoney(b.tariffs)
		b.account.balance = b.account.lastStatement + sum(b.account.Current)
	}
	for i := range b.ledgers {
		b.account.Ledgers = append(b.account.Ledgers, b.ledger(i))
	}
	b.account.TransferBalance = b.account.balance.number()
}

// ledgerMoney draws the transactions of one ledger. Where a ledger has a last statement balance, it is the sum of the
// historical transactions.
func (b *builder) ledgerMoney(tariffs []*tariff) (m ledgerMoney) {
	var monthly pence
	for _, t := range tariffs {
		monthly += t.month()
	}
	monthly = max(5, monthly*pence(b.Number(88, 112))/10_000) * 100
	b.regular += monthly
	m.Historical = b.historical(tariffs, monthly)
	m.Current = b.current(tariffs, monthly)
	m.lastStatement = sum(m.Historical)
	m.LastStatementBalance = m.lastStatement.number()
	m.LastStatementClosingDate = isoDate(b.last().to)
	m.LastStatementIssueDate = isoDate(b.last().issued)
	return m
}

// ledger i belongs to a fuel. Ledgers after those of the fuels have a balance and no transactions.
func (b *builder) ledger(i int) ledger {
	l := ledger{LedgerCode: ledgerCodes[i], LedgerIdentifier: b.maybe(40, fmt.Sprintf("%s-L%d", b.account.ExternalAccountNumber, i+1))}
	if i >= b.fuels {
		held := pence(b.Number(-9_000, 15_000))
		l.LedgerCode, l.LedgerBalance = ledgerCodes[i+1], held.number()
		b.account.balance += held
		return l
	}
	l.Identifiers = []string{b.tariffs[i].supplyPoint}
	l.ledgerMoney = b.ledgerMoney(b.tariffs[i : i+1])
	balance := l.lastStatement + sum(l.Current)
	if b.chance(50) {
		l.LedgerBalance = balance.number()
	}
	b.account.balance += balance
	return l
}

// broughtForward fills the money of a small account: one balance.
func (b *builder) broughtForward() {
	if b.chance(25) {
		return
	}
	t := b.balanceBroughtForward(b.o.Today.AddDate(0, 0, -b.Number(1, 20)))
	b.account.Current = []transaction{t}
	b.account.TransferBalance = sum(b.account.Current).number()
}
