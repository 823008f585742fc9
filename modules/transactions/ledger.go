package transactions

import (
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

// Ledger is a part of a customer's account with a balance of its own, such as one for each
// fuel.
type Ledger struct {
	Code        string              `json:"ledger_code,omitzero" rule:"code,impersonal,doc=By which instructions and schedules name the ledger; no two ledgers of an account have the same."`
	Identifier  string              `json:"ledger_identifier,omitzero" rule:"code,doc=Identifier of the ledger in the sending system."`
	Identifiers []string            `json:"identifiers,omitzero" rule:"max=255,doc=What the ledger is for, such as its supply points. Later transactions that name one of them go on this ledger."`
	Current     []Transaction       `json:"current_statement_transactions,omitzero" rule:"doc=Transactions since the ledger's last statement."`
	Historical  []Transaction       `json:"historical_statement_transactions,omitzero" rule:"doc=Transactions up to the ledger's last statement."`
	LastBalance decimal.NullDecimal `json:"last_statement_balance,omitzero" rule:"decimal=10.10,impersonal,doc=The sum of the historical transactions where it is left out."`
	Balance     decimal.NullDecimal `json:"ledger_balance,omitzero" rule:"decimal=10.10,impersonal,doc=Last statement balance and current transactions together, where it is left out."`
	LastClosing payload.Date        `json:"last_statement_closing_date,omitzero" rule:"impersonal,doc=Last day of the last statement; not after today. The open period starts on the day after."`
	LastIssue   payload.Date        `json:"last_statement_issue_date,omitzero" rule:"impersonal,doc=Not before the closing date."`
}

// states reports whether the ledger has members about money other than its balance.
func (l *Ledger) states() bool {
	return l.LastBalance.Valid || len(l.Current) > 0 || len(l.Historical) > 0
}

// wasRead reports whether the item was an object with any member. Any other item counts as
// no ledger, not as a ledger without a code.
func (l *Ledger) wasRead(at *fault.At) bool {
	return l.Code != "" || l.Identifier != "" || l.Identifiers != nil || l.Current != nil || l.Historical != nil ||
		l.LastBalance.Valid || l.Balance.Valid || l.LastClosing != 0 || l.LastIssue != 0 || at.Clean()
}

// balance returns the ledger's balance: the stated one, or else the sum of its last
// statement's balance and the transactions since then.
func (l *Ledger) balance() decimal.Decimal {
	if l.Balance.Valid {
		return l.Balance.Decimal
	}
	return l.lastBalance().Add(sum(l.Current))
}

// lastBalance returns the balance of the last statement: the stated one, or else the sum
// of the historical transactions.
func (l *Ledger) lastBalance() decimal.Decimal {
	if l.LastBalance.Valid {
		return l.LastBalance.Decimal
	}
	return sum(l.Historical)
}
