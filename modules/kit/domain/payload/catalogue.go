package payload

import "dataimport/modules/kit/domain/catalogue"

// Rules lists the rules on the shape of a payload, whatever the payload is about.
var Rules = []catalogue.Rule{
	ruleMalformedJSON, ruleNestedTooDeeply,
	RuleRequired, RuleUnknownField, RuleNullNotAllowed, RuleInvalidType, RuleInvalidChoice, RuleInvalidDate, RuleInvalidDatetime,
	RuleInvalidDecimal, RuleTooLong, RuleTooManyItems, RuleOutOfRange,
}
