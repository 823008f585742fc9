// Package fault is how the service says no: what is wrong, where, and with
// which stable code.
//
// A Fault is one broken rule at one place of a payload. A List is all of them,
// in the order of the payload. An Error is a refused request: a List plus an
// HTTP status, a code and a sentence. Codes are part of the public contract and
// never change once shipped; details may. Nothing here knows HTTP routing or
// any rule.
package fault

// Fault is one broken rule. Its JSON form is an item of an error body's errors.
type Fault struct {
	Detail string `json:"detail"` // for a person; never parsed
	Code   string `json:"code"`   // stable
	Attr   string `json:"attr"`   // dotted path of the offending input, indexes zero-based; empty for the whole payload
}

// List is the faults of one payload.
type List []Fault

// Has reports whether any fault of the list carries the code.
func (l List) Has(code string) bool {
	for _, f := range l {
		if f.Code == code {
			return true
		}
	}
	return false
}
