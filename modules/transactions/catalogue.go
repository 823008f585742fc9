package transactions

import (
	"slices"

	"dataimport/modules/kit/domain/catalogue"
)

// Areas that only this module has codes in.
const (
	areaMoney        = "Money"
	areaTransactions = "Transactions"
)

// rules describes the codes of ledgers, transactions and balances.
func rules() []catalogue.Rule {
	return slices.Concat(moneyCatalogue, transactionCatalogue, periodCatalogue, chargeCatalogue, ledgerCatalogue)
}
