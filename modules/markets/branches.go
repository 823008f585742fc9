package markets

import (
	"slices"

	"dataimport/modules/kit/domain/payload"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// branches returns the faults of a value that matches none of several forms. Where the
// value was clearly meant to have one form, they are the faults of that form. Otherwise
// the value itself is at fault, with the code that all forms share, if there is one.
func branches(e *jsonschema.ValidationError) []found {
	if len(e.Causes) == 0 { // there is more than one form
		return []found{invalid(e.InstanceLocation)}
	}
	var meant []found
	candidates := 0
	forms := make([][]found, len(e.Causes))
	for i, cause := range e.Causes {
		forms[i] = flatten(cause, nil)
		if !atItself(forms[i], len(e.InstanceLocation)) {
			meant = forms[i]
			candidates++
		}
	}
	if candidates == 1 {
		return meant
	}
	first := forms[0][0]
	for _, form := range forms {
		if len(form) != 1 || form[0].code != first.code {
			return []found{invalid(e.InstanceLocation)}
		}
	}
	if first.code == payload.RuleRequired.Code {
		return []found{oneRequired(forms)}
	}
	return []found{first}
}

// atItself reports whether one of the faults is at the value at a depth, and not at a
// part of it.
func atItself(faults []found, depth int) bool {
	return slices.ContainsFunc(faults, func(f found) bool { return len(f.at) == depth })
}

// oneRequired returns the fault of an object that lacks all of several members. The fault
// is at the first of them.
func oneRequired(forms [][]found) found {
	f := forms[0][0]
	f.detail = "One of these members is required: "
	for i, form := range forms {
		if i > 0 {
			f.detail += ", "
		}
		f.detail += form[0].at[len(form[0].at)-1]
	}
	f.detail += "."
	return f
}
