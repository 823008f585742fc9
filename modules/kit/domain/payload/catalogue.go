package payload

import (
	"fmt"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// Rules lists the rules on the shape of a payload, whatever the payload is about.
var Rules = []catalogue.Rule{
	ruleMalformedJSON, ruleNestedTooDeeply,
	RuleRequired, RuleUnknownField, RuleNullNotAllowed, RuleInvalidType, RuleInvalidChoice, RuleInvalidDate, RuleInvalidDatetime,
	RuleInvalidDecimal, RuleTooLong, RuleTooManyItems, RuleOutOfRange, ruleMoreFaults,
}

var ruleMoreFaults = catalogue.Rule{
	Code: fault.MoreFaults, Area: catalogue.Shape,
	Meaning: fmt.Sprintf("The payload has more faults than one answer names, which are %d, with texts of %d bytes; it is the last of errors and says how many more.", fault.Max, fault.MaxBytes),
	Remedy:  "Correct the faults that are named, which often have one cause, and send the data again.",
}
