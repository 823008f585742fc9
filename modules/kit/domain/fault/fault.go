// Package fault holds the faults and refusals of the service: what is wrong, at which
// place, with which stable code.
//
// A Fault is one broken rule at one place of a payload. A List is all faults of a
// payload, in its order. An Error is a refused request: a List with an HTTP status, a
// code and a sentence. Codes are part of the public contract and never change after their
// release. Details may change. This package knows no HTTP routing and no rule.
package fault

// Fault is one broken rule. Its JSON form is an item of an error body's errors.
type Fault struct {
	Detail string `json:"detail"` // for a person; programs never parse it
	Code   string `json:"code"`   // never changes
	Attr   string `json:"attr"`   // dotted path of the faulty input, with indexes from zero; empty for the whole payload
}

// List is the faults of one payload.
type List []Fault

// Has reports whether a fault of the list has the code.
func (l List) Has(code string) bool {
	for _, f := range l {
		if f.Code == code {
			return true
		}
	}
	return false
}
