package transactions

import (
	"fmt"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

// checkMoney adds the faults of all balances, the outermost first, since a fault
// of an inner one must not look like a value that could not be read. Where ledgers
// and flat fields are both given nobody knows what the transfer balance is of, so
// it is not compared.
func (p *Part) checkMoney(flat *Ledger, both bool, at, ledgers *fault.At) {
	switch {
	case both:
	case len(p.Ledgers) > 0:
		p.checkTransferBalance(at, ledgers)
	default:
		flat.checkBalance(at, "transfer_balance")
	}
	for i := range p.Ledgers {
		place := ledgers.Index(i)
		p.Ledgers[i].checkBalance(&place, "ledger_balance")
		p.Ledgers[i].checkHistoricalSum(&place)
	}
	flat.checkHistoricalSum(at)
}

// checkHistoricalSum: historical transactions, where there are any, add up to the
// last statement balance. One without any is taken as it is: it was brought forward.
func (l *Ledger) checkHistoricalSum(at *fault.At) {
	list := at.Field("historical_statement_transactions")
	if !l.LastBalance.Valid || len(l.Historical) == 0 || !legible(l.Historical, &list, (*Transaction).counts) {
		return
	}
	if made := sum(l.Historical); !made.Equal(l.LastBalance.Decimal) {
		at.AddAt("last_statement_balance", codeHistoricalSum,
			mismatch("The historical transactions make", made, "last_statement_balance", l.LastBalance.Decimal))
	}
}

// checkBalance: the last statement balance and the current transactions make the
// ledger's balance, which an account without named ledgers states as its transfer
// balance. A balance alone, without anything it is made of, is taken as it is.
func (l *Ledger) checkBalance(at *fault.At, field string) {
	if !l.Balance.Valid || !l.states() || !l.partsRead(at) {
		return
	}
	last, current := l.lastBalance(), sum(l.Current)
	if made := last.Add(current); !made.Equal(l.Balance.Decimal) {
		what := fmt.Sprintf("The last statement balance, %s, and the current transactions, %s, make", payload.Text(last), payload.Text(current))
		at.AddAt(field, codeTransferBalance, mismatch(what, made, field, l.Balance.Decimal))
	}
}

// checkTransferBalance: the balances of the ledgers add up to the transfer
// balance. Where no ledger says anything about money it is taken as it is.
func (p *Part) checkTransferBalance(at, ledgers *fault.At) {
	if !p.TransferBalance.Valid || !p.ledgersState() || !legible(p.Ledgers, ledgers, (*Ledger).balanceRead) {
		return
	}
	var made decimal.Decimal
	for i := range p.Ledgers {
		made = made.Add(p.Ledgers[i].balance())
	}
	if !made.Equal(p.TransferBalance.Decimal) {
		at.AddAt("transfer_balance", codeLedgerBalances,
			mismatch("The balances of the ledgers make", made, "transfer_balance", p.TransferBalance.Decimal))
	}
}

// ledgersState reports whether any ledger says anything about money.
func (p *Part) ledgersState() bool {
	for i := range p.Ledgers {
		if p.Ledgers[i].Balance.Valid || p.Ledgers[i].states() {
			return true
		}
	}
	return false
}

// partsRead reports whether everything could be read that makes the balance.
func (l *Ledger) partsRead(at *fault.At) bool {
	current, historical := at.Field("current_statement_transactions"), at.Field("historical_statement_transactions")
	return at.CleanAt("last_statement_balance") && legible(l.Current, &current, (*Transaction).counts) &&
		(l.LastBalance.Valid || legible(l.Historical, &historical, (*Transaction).counts))
}

// balanceRead reports whether the ledger's balance, stated or not, could be read.
func (l *Ledger) balanceRead(at *fault.At) bool {
	return l.wasRead(at) && at.CleanAt("ledger_balance") && (l.Balance.Valid || l.partsRead(at))
}

// mismatch names both sides of a sum that is not right, and their difference.
func mismatch(makes string, made decimal.Decimal, field string, stated decimal.Decimal) string {
	return fmt.Sprintf("%s %s, but %s is %s: a difference of %s.",
		makes, payload.Text(made), field, payload.Text(stated), payload.Text(stated.Sub(made)))
}
