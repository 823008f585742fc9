package markets

import (
	"slices"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/markets/auenergy"
	"dataimport/modules/markets/gbenergy"
	"dataimport/modules/markets/supply"
)

const area = "Members that a market adds"

// rules lists what a market's schema can refuse beside the rules of package payload,
// with examples from the market that is shipped, and the rules of that market.
var rules = append([]catalogue.Rule{
	ruleInvalidMPAN, ruleInvalidMPRN, ruleTooFewItems, ruleTooShort, ruleInvalidValue,
	supply.RuleNoBillingStart,
}, slices.Concat(gbenergy.Rules, auenergy.Rules)...)
