package accounts

import "dataimport/modules/kit/fault"

// Reference is what an account is called in another system.
type Reference struct {
	Namespace string `json:"namespace" rule:"required,code,max=50,doc=Which system."`
	Value     string `json:"value" rule:"required,max=100"`
}

// referenceAlreadyExists: a reference names one account once. That no other account
// has it can only be seen when the account is written.
func referenceAlreadyExists(references []Reference, at *fault.At) {
	list := at.Field("references")
	repeatedReferences(references, &list, "reference_already_exists", "This reference is there before: leave it out.")
}

// repeatedReferences adds a fault at each reference that is the same as one before
// it; a namespace may have several values.
func repeatedReferences(references []Reference, list *fault.At, code, detail string) {
	var known seen[Reference]
	for i, r := range references {
		if r.Namespace != "" && r.Value != "" && known.before(r) {
			place := list.Index(i)
			place.AddAt("value", code, detail)
		}
	}
}
