// Package transactions is the import kind of financial transactions, with the ledgers
// that hold them and the balances that are their sums. It defines their form and rules,
// and how they are added to an account.
//
// The invariant: at every commit, an account's balance is exactly the sum of its ledgers'
// balances. Credit is positive. This package adds no notes and no statements.
package transactions

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

// Part holds the members that transactions add to the account object: several ledgers, or
// in the flat fields the content of a single ledger that has no name.
type Part struct {
	TransferBalance decimal.NullDecimal `json:"transfer_balance,omitzero" rule:"decimal=10.10,impersonal,doc=The account's balance when it is imported; credit is positive. Ledgers and transactions, where given, must add up to it."`
	Ledgers         []Ledger            `json:"ledgers,omitzero" rule:"doc=Instead of the flat fields: current_statement_transactions, historical_statement_transactions and last_statement_*."`
	Current         []Transaction       `json:"current_statement_transactions,omitzero" rule:"doc=Transactions since the last statement, where the account has a single ledger."`
	Historical      []Transaction       `json:"historical_statement_transactions,omitzero" rule:"doc=Transactions up to the last statement, where the account has a single ledger."`
	LastBalance     decimal.NullDecimal `json:"last_statement_balance,omitzero" rule:"decimal=10.10,impersonal,doc=The sum of the historical transactions where it is left out."`
	LastClosing     payload.Date        `json:"last_statement_closing_date,omitzero" rule:"impersonal,doc=Last day of the last statement; not after today. The open period starts on the day after."`
	LastIssue       payload.Date        `json:"last_statement_issue_date,omitzero" rule:"impersonal,doc=Not before the closing date."`
}

// Section is the part of an account's import that holds its ledgers and transactions.
func Section() account.Section {
	return account.NewSection("transactions", account.Part[Part]{State: state, Check: check, PrepareRows: prepareRows})
}

// isFlat reports whether any flat field has content. An empty array and an empty string
// have none.
func (p *Part) isFlat() bool {
	return len(p.Current) > 0 || len(p.Historical) > 0 || p.LastBalance.Valid || p.LastClosing != 0 || p.LastIssue != 0
}

// flatMember returns the name of the first flat field that has content.
func (p *Part) flatMember() string {
	switch {
	case len(p.Current) > 0:
		return "current_statement_transactions"
	case len(p.Historical) > 0:
		return "historical_statement_transactions"
	case p.LastBalance.Valid:
		return "last_statement_balance"
	case p.LastClosing != 0:
		return "last_statement_closing_date"
	}
	return "last_statement_issue_date"
}

// flat returns the unnamed ledger of the flat fields. Its balance is the account's.
func (p *Part) flat() *Ledger {
	return &Ledger{
		Balance: p.TransferBalance, Current: p.Current, Historical: p.Historical,
		LastBalance: p.LastBalance, LastClosing: p.LastClosing, LastIssue: p.LastIssue,
	}
}
