package accounts

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// Reference is what an account is called in another system.
type Reference struct {
	Namespace string `json:"namespace" rule:"required,code,max=50,impersonal,doc=Which system."`
	Value     string `json:"value" rule:"required,max=100"`
}

var ruleReferenceExists = catalogue.Rule{
	Code: "reference_already_exists", Area: areaMarks,
	Meaning: "The account has the same reference, of one namespace and value, twice, or another account of the supplier has it in a namespace that the operator has set to be unique.",
	Remedy:  "Keep it once, on the account that it belongs to; several values in one namespace are fine.",
	Attr:    "references.1.value",
	Bad: `{"references": [{"namespace": "legacy-crm", "value": "CRM-4711"},
		{"namespace": "legacy-crm", "value": "CRM-4711"}]}`,
	Good: `{"references": [{"namespace": "legacy-crm", "value": "CRM-4711"},
		{"namespace": "legacy-crm", "value": "CRM-4712"}]}`,
}

// checkReferencesUnique: an account has a reference once. The supplier sets for each
// namespace whether other accounts may have the same one; see [claimUniqueReferences].
func checkReferencesUnique(references []Reference, at *fault.At) {
	list := at.Field("references")
	addRepeatedReferences(references, &list, ruleReferenceExists.Code)
}

// addRepeatedReferences adds a fault at each reference that is the same as one before
// it; a namespace may have several values.
func addRepeatedReferences(references []Reference, list *fault.At, code string) {
	var known seen[Reference]
	for i, r := range references {
		if r.Namespace == "" || r.Value == "" {
			continue
		}
		if first, before := known.first(r, position{i, 0}); before {
			place, other := list.Index(i), list.Index(first.i)
			place.AddAt("value", code, r.shown()+" is at "+other.Attr()+" already: leave it out here.")
		}
	}
}

// shown returns what a fault calls the reference. Its value may identify a person.
func (r *Reference) shown() string {
	return "This reference of the namespace " + fault.Shown(r.Namespace)
}
