package transactions

import (
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

// Ledger is one of the accounts that a customer's account is kept in, such as one
// for each fuel.
type Ledger struct {
	Code        string              `json:"ledger_code,omitzero" rule:"code,doc=By which instructions and schedules name the ledger; no two ledgers of an account have the same."`
	Identifier  string              `json:"ledger_identifier,omitzero" rule:"max=512,doc=Identifier of the ledger in the sending system."`
	Identifiers []string            `json:"identifiers,omitzero" rule:"max=512,doc=What the ledger is for, such as its supply points. Later transactions that name one of them go on this ledger."`
	Current     []Transaction       `json:"current_statement_transactions,omitzero" rule:"doc=Transactions since the ledger's last statement."`
	Historical  []Transaction       `json:"historical_statement_transactions,omitzero" rule:"doc=Transactions up to the ledger's last statement."`
	LastBalance decimal.NullDecimal `json:"last_statement_balance,omitzero" rule:"decimal=10.10,doc=The sum of the historical transactions where it is left out."`
	Balance     decimal.NullDecimal `json:"ledger_balance,omitzero" rule:"decimal=10.10,doc=Last statement balance and current transactions together, where it is left out."`
	LastClosing payload.Date        `json:"last_statement_closing_date,omitzero" rule:"doc=Last day of the last statement. The open period starts on the day after."`
	LastIssue   payload.Date        `json:"last_statement_issue_date,omitzero" rule:"doc=Not before the closing date."`
}

// states reports whether the ledger says anything about money beyond its balance.
func (l *Ledger) states() bool {
	return l.LastBalance.Valid || len(l.Current) > 0 || len(l.Historical) > 0
}

// wasRead reports whether the item was an object with anything in it: one that was
// not is no ledger without a code, but none at all.
func (l *Ledger) wasRead(at *fault.At) bool {
	return l.Code != "" || l.Identifier != "" || l.Identifiers != nil || l.Current != nil || l.Historical != nil ||
		l.LastBalance.Valid || l.Balance.Valid || l.LastClosing != 0 || l.LastIssue != 0 || at.Clean()
}

// balance is the ledger's balance: as stated, or else what its last statement and
// the transactions since then make.
func (l *Ledger) balance() decimal.Decimal {
	if l.Balance.Valid {
		return l.Balance.Decimal
	}
	return l.lastBalance().Add(sum(l.Current))
}

// lastBalance is the balance of the last statement: as stated, or else what the
// historical transactions make.
func (l *Ledger) lastBalance() decimal.Decimal {
	if l.LastBalance.Valid {
		return l.LastBalance.Decimal
	}
	return sum(l.Historical)
}
