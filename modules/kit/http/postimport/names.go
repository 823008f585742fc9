package postimport

import (
	"cmp"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// RuleOneName is broken by a member that has an old name, and is sent under both names or
// under neither.
var RuleOneName = catalogue.Rule{
	Code: "mutually_exclusive_field_required", Area: catalogue.Requests,
	Meaning: "A member that must be there once has an old name, too, and the request has both names or neither.",
	Remedy:  "Send the member under the name that attr says, and leave the old name out.",
}

// OneName returns the value of a member that has an old name. A request must have it under
// exactly one of the two; the fault is at the name that is not old.
func OneName(at *fault.At, name, value, oldName, oldValue string) string {
	if (value == "") == (oldValue == "") && at.CleanAt(name) && at.CleanAt(oldName) {
		at.AddAt(name, RuleOneName.Code, "Exactly one of "+name+" and "+oldName+", its old name, is required: send "+name+" alone.")
	}
	return cmp.Or(value, oldValue)
}
