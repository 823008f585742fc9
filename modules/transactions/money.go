package transactions

import (
	"fmt"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

// checkMoney adds the faults of all balances. The outermost comes first, since a fault of an
// inner balance must not look like a value that could not be read. Where ledgers and flat
// fields are both given, the transfer balance may be the sum of either, so it is not
// compared.
func (p *Part) checkMoney(flat *Ledger, both bool, at, ledgers *fault.At) {
	switch {
	case both:
	case len(p.Ledgers) > 0:
		p.checkTransferBalance(at, ledgers)
	default:
		flat.checkBalance(at, "transfer_balance", ruleTransferBalance.Code)
	}
	for i := range p.Ledgers {
		place := ledgers.Index(i)
		p.Ledgers[i].checkBalance(&place, "ledger_balance", ruleLedgerBalance.Code)
		p.Ledgers[i].checkHistoricalSum(&place)
	}
	flat.checkHistoricalSum(at)
}

var ruleHistoricalSum = catalogue.Rule{
	Code: "historical_statement_transactions_balance_mismatch", Area: areaMoney,
	Meaning: "The historical transactions of a ledger together are not its last statement balance.",
	Remedy:  "Find the transaction that is missing, is there twice or has the wrong sign, or correct last_statement_balance; leave the historical transactions out altogether where the balance was brought forward.",
	Attr:    "last_statement_balance",
	Bad: `{"last_statement_balance": "20.01", "last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}]}`,
	Good: `{"last_statement_balance": "20.00", "last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}]}`,
}

// checkHistoricalSum: historical transactions, where there are any, add up to the last
// statement balance. A balance without transactions is not checked: it was brought forward.
func (l *Ledger) checkHistoricalSum(at *fault.At) {
	list := at.Field("historical_statement_transactions")
	if !l.LastBalance.Valid || len(l.Historical) == 0 || !legible(l.Historical, &list, (*Transaction).counts) {
		return
	}
	if made := sum(l.Historical); !made.Equal(l.LastBalance.Decimal) {
		at.AddAt("last_statement_balance", ruleHistoricalSum.Code,
			mismatch("The historical transactions make", made, "last_statement_balance", l.LastBalance.Decimal))
	}
}

var ruleTransferBalance = catalogue.Rule{
	Code: "balance_mismatch_on_transfer_balance", Area: areaMoney,
	Meaning: "The last statement balance and the current transactions of an account without ledgers together are not transfer_balance.",
	Remedy:  "Find the transaction that is missing, is there twice or has the wrong sign, or correct a balance; credit is positive, PAYMENT and CREDIT add, and all other types are taken off.",
	Attr:    "transfer_balance",
	Bad: `{"transfer_balance": "20.00", "last_statement_balance": "50.00", "current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "30.01", "type": "CHARGE", "reason": "IMPORTED_CHARGE"}]}`,
	Good: `{"transfer_balance": "20.00", "last_statement_balance": "50.00", "current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "30.00", "type": "CHARGE", "reason": "IMPORTED_CHARGE"}]}`,
}

var ruleLedgerBalance = catalogue.Rule{
	Code: "balance_mismatch_on_ledger_balance", Area: areaMoney,
	Meaning: "The last statement balance and the current transactions of a ledger together are not its ledger_balance.",
	Remedy:  "Find the transaction that is missing, is there twice or has the wrong sign, or correct a balance of the ledger; the signs are those of the transfer balance.",
	Attr:    "ledgers.0.ledger_balance",
	Bad: `{"ledgers": [{"ledger_code": "POWER", "ledger_balance": "20.00", "last_statement_balance": "50.00", "current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "30.01", "type": "CHARGE", "reason": "IMPORTED_CHARGE"}]}]}`,
	Good: `{"ledgers": [{"ledger_code": "POWER", "ledger_balance": "20.00", "last_statement_balance": "50.00", "current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "30.00", "type": "CHARGE", "reason": "IMPORTED_CHARGE"}]}]}`,
}

// checkBalance: the last statement balance and the current transactions add up to the
// ledger's balance. In an account without named ledgers, that is the transfer balance. A
// balance without any of its parts is not checked. The fault has the given code.
func (l *Ledger) checkBalance(at *fault.At, field, code string) {
	if !l.Balance.Valid || !l.states() || !l.partsRead(at) {
		return
	}
	last, current := l.lastBalance(), sum(l.Current)
	if made := last.Add(current); !made.Equal(l.Balance.Decimal) {
		what := fmt.Sprintf("The last statement balance, %s, and the current transactions, %s, make", payload.Text(last), payload.Text(current))
		at.AddAt(field, code, mismatch(what, made, field, l.Balance.Decimal))
	}
}

var ruleLedgerBalances = catalogue.Rule{
	Code: "ledger_balances_not_equal_to_transfer_balance", Area: areaMoney,
	Meaning: "The balances of all ledgers together are not transfer_balance.",
	Remedy:  "Correct the balance that is wrong, or add the ledger that is missing.",
	Attr:    "transfer_balance",
	Bad: `{"transfer_balance": "30.00", "ledgers": [
		{"ledger_code": "GAS", "ledger_balance": "45.00"}, {"ledger_code": "POWER", "ledger_balance": "-10.00"}]}`,
	Good: `{"transfer_balance": "35.00", "ledgers": [
		{"ledger_code": "GAS", "ledger_balance": "45.00"}, {"ledger_code": "POWER", "ledger_balance": "-10.00"}]}`,
}

// checkTransferBalance: the balances of the ledgers add up to the transfer balance. Where
// no ledger has a member about money, the transfer balance is not checked.
func (p *Part) checkTransferBalance(at, ledgers *fault.At) {
	if !p.TransferBalance.Valid || !p.ledgersState() || !legible(p.Ledgers, ledgers, (*Ledger).balanceRead) {
		return
	}
	var made decimal.Decimal
	for i := range p.Ledgers {
		made = made.Add(p.Ledgers[i].balance())
	}
	if !made.Equal(p.TransferBalance.Decimal) {
		at.AddAt("transfer_balance", ruleLedgerBalances.Code,
			mismatch("The balances of the ledgers make", made, "transfer_balance", p.TransferBalance.Decimal))
	}
}

// ledgersState reports whether any ledger has a member about money.
func (p *Part) ledgersState() bool {
	for i := range p.Ledgers {
		if p.Ledgers[i].Balance.Valid || p.Ledgers[i].states() {
			return true
		}
	}
	return false
}

// partsRead reports whether all parts of the balance could be read.
func (l *Ledger) partsRead(at *fault.At) bool {
	current, historical := at.Field("current_statement_transactions"), at.Field("historical_statement_transactions")
	return at.CleanAt("last_statement_balance") && legible(l.Current, &current, (*Transaction).counts) &&
		(l.LastBalance.Valid || legible(l.Historical, &historical, (*Transaction).counts))
}

// balanceRead reports whether the ledger's balance, stated or not, could be read.
func (l *Ledger) balanceRead(at *fault.At) bool {
	return l.wasRead(at) && at.CleanAt("ledger_balance") && (l.Balance.Valid || l.partsRead(at))
}

// mismatch returns the text of a fault of a wrong sum, with both values and their
// difference.
func mismatch(makes string, made decimal.Decimal, field string, stated decimal.Decimal) string {
	return fmt.Sprintf("%s %s, but %s is %s: a difference of %s.",
		makes, payload.Text(made), field, payload.Text(stated), payload.Text(stated.Sub(made)))
}
