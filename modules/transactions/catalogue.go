package transactions

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/http/postimport"
)

// Areas that only this module has rules in.
const (
	areaMoney        = "Money"
	areaTransactions = "Transactions"
)

// rules lists the rules of ledgers, transactions and balances. The examples of money
// keep to one rule: credit is positive, and a CHARGE is taken from the balance.
var rules = []catalogue.Rule{
	ruleTransferBalance, ruleLedgerBalance, ruleHistoricalSum, ruleLedgerBalances, ruleAmount, ruleNetAmount,
	ruleMissingID, ruleDiffers, ruleDuplicateID, ruleNegativePayment, ruleInFuture,
	ruleDocumentNotAllowed, ruleDocumentMismatch, ruleDocumentMissing, ruleDocumentRefused,
	ruleAfterClosing, ruleAfterCurrent, ruleWithoutClosing, ruleClosingRequired, ruleBeforeOpening, ruleBeforeBilled,
	ruleAlreadyCharged, ruleConflictingRateBand, ruleTwoReadings, ruleSupplyPointRequired, ruleStartAfterEnd,
	ruleLedgersAndFlat, ruleDuplicateLedgers, ruleDuplicateIdentifiers, ruleIssuedBeforeClosing, ruleEndInFuture,
	postimport.RuleOneName,
}
