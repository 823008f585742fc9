package markets

import (
	"fmt"
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/markets/gbenergy"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// found is a fault with its place below the value that was checked.
type found struct {
	at           []string // names and indexes
	code, detail string
}

// flatten appends the faults that an error of the library contains.
func flatten(e *jsonschema.ValidationError, faults []found) []found {
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		return missing(e, k.Missing, faults)
	case *kind.DependentRequired:
		return missing(e, k.Missing, faults)
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			faults = append(faults, unknown(append(e.InstanceLocation[:len(e.InstanceLocation):len(e.InstanceLocation)], name)))
		}
		return faults
	case *kind.PropertyNames:
		return append(faults, unknown(append(e.InstanceLocation[:len(e.InstanceLocation):len(e.InstanceLocation)], k.Property)))
	case *kind.FalseSchema:
		return append(faults, found{e.InstanceLocation, payload.RuleUnknownField.Code, "This member does not belong here beside the others: remove it, or correct what it depends on."})
	case *kind.UniqueItems:
		return append(faults, found{below(e, fmt.Sprint(k.Duplicates[1])), account.RuleDuplicateValues.Code, fmt.Sprintf("This is the same as the item %d: leave one of them out.", k.Duplicates[0])})
	case *kind.AnyOf, *kind.OneOf:
		return append(faults, branches(e)...)
	case *kind.Contains, *kind.MinContains, *kind.MaxContains, *kind.Not, *kind.ContentSchema:
		return append(faults, invalid(e.InstanceLocation))
	}
	if len(e.Causes) == 0 {
		code, detail := judge(e.ErrorKind)
		return append(faults, found{e.InstanceLocation, code, detail})
	}
	for _, cause := range e.Causes {
		faults = flatten(cause, faults)
	}
	return faults
}

func missing(e *jsonschema.ValidationError, names []string, faults []found) []found {
	for _, name := range names {
		faults = append(faults, found{below(e, name), payload.RuleRequired.Code, "This member is required: add it, with a value."})
	}
	return faults
}

// below returns the place of a member or item of the value that an error is about.
func below(e *jsonschema.ValidationError, name string) []string {
	n := len(e.InstanceLocation)
	return append(e.InstanceLocation[:n:n], name)
}

func unknown(at []string) found {
	return found{at, payload.RuleUnknownField.Code, "There is no member of this name here: remove it, or correct its spelling."}
}

var ruleInvalidValue = catalogue.Rule{
	Code: "invalid_value", Area: area,
	Meaning: "A value is not what the market's schema allows, and no other code says how.",
	Remedy:  "Compare it with the schema at this place.",
}

func invalid(at []string) found {
	return found{at, ruleInvalidValue.Code, "This is not what the market's schema allows here: compare it with the schema."}
}

var ruleTooShort = catalogue.Rule{
	Code: "too_short", Area: area,
	Meaning: "A text has fewer characters than the market's schema asks for.",
	Remedy:  "Send the whole value, or find out with the operator whether the schema is right.",
}

var ruleTooFewItems = catalogue.Rule{
	Code: "too_few_items", Area: area, Market: settings.GBEnergy,
	Meaning: "An array or an object has fewer items than the market's schema asks for.",
	Remedy:  "Add what is missing.",
	Attr:    "fit.installations",
	Bad:     gbenergy.FeedIn(``),
	Good:    gbenergy.FeedIn(`{"fit_id": "FIT00512345"}`),
}

// judge returns the code and the sentence for an error about a single value.
func judge(k jsonschema.ErrorKind) (code, detail string) {
	switch k := k.(type) {
	case *kind.Type:
		if k.Got == "null" {
			return payload.RuleNullNotAllowed.Code, "A null is not allowed: leave the member out instead."
		}
		return payload.RuleInvalidType.Code, "This must be of the type " + strings.Join(k.Want, " or ") + ", not " + k.Got + "."
	case *kind.Enum:
		return payload.RuleInvalidChoice.Code, "This value is none of " + choices(k.Want) + ": use one of these, in capitals and small letters as here."
	case *kind.Const:
		return payload.RuleInvalidChoice.Code, "This must be " + choices([]any{k.Want}) + "."
	case *kind.Format:
		return judgeFormat(k)
	case *kind.Pattern:
		return account.RuleInvalidFormat.Code, "A value of the form " + fault.Form(k.Got) + " does not match the pattern " + fault.Shown(k.Want) + "."
	case *kind.MaxLength:
		return payload.RuleTooLong.Code, fmt.Sprintf("This has %d characters; at most %d are allowed.", k.Got, k.Want)
	case *kind.MinLength:
		return ruleTooShort.Code, fmt.Sprintf("This has %d characters; at least %d are needed.", k.Got, k.Want)
	case *kind.MaxItems:
		return payload.RuleTooManyItems.Code, fmt.Sprintf("This array has %d items; at most %d are allowed.", k.Got, k.Want)
	case *kind.MinItems:
		return ruleTooFewItems.Code, fmt.Sprintf("This array has %d items; at least %d are needed.", k.Got, k.Want)
	case *kind.MaxProperties:
		return payload.RuleTooManyItems.Code, fmt.Sprintf("This object has %d members; at most %d are allowed.", k.Got, k.Want)
	case *kind.MinProperties:
		return ruleTooFewItems.Code, fmt.Sprintf("This object has %d members; at least %d are needed.", k.Got, k.Want)
	}
	return judgeNumber(k)
}
