package accounts

import "dataimport/modules/kit/domain/fault"

// Reference is what an account is called in another system.
type Reference struct {
	Namespace string `json:"namespace" rule:"required,code,max=50,doc=Which system."`
	Value     string `json:"value" rule:"required,max=100"`
}

// referenceAlreadyExists: a reference names an account once. Whether other accounts
// may have it too, the supplier says for each namespace; see [claimUniqueReferences].
func referenceAlreadyExists(references []Reference, at *fault.At) {
	list := at.Field("references")
	repeatedReferences(references, &list, "reference_already_exists")
}

// repeatedReferences adds a fault at each reference that is the same as one before
// it; a namespace may have several values.
func repeatedReferences(references []Reference, list *fault.At, code string) {
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

func (r *Reference) shown() string {
	return "The reference " + fault.Shown(r.Value) + " of the namespace " + fault.Shown(r.Namespace)
}
