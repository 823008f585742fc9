// Package payload turns strict JSON into typed structs and collects everything
// that is structurally wrong with it, each fault at its exact attr.
//
// The rules of a member stand in its struct tag, beside its name:
//
//	GivenName string          `json:"given_name,omitzero" rule:"max=255"`
//	Type      AccountType     `json:"account_type,omitzero"`
//	Amount    decimal.Decimal `json:"amount" rule:"required,decimal=10.10"`
//
// The Go type says what JSON is accepted: string, bool, int, decimal, [Date],
// [time.Time], struct, slice, or [jsontext.Value] for anything. A string type
// with a Choices method accepts those choices only. Options of the tag:
//
//	required      must be there, and not be an empty string
//	max=N         at most N characters
//	code          letters, digits and _ . : - only, at most 64
//	decimal=A.B   at most A digits before and B after the point
//	range=A..B    a whole number from A to B
//	private       no fault shows the value, only how it is written
//	object        on jsontext.Value: an object, of any content
//	format=NAME   for the schema document alone (email, phone, ...)
//	doc=TEXT      for the schema document alone; must be the last option
//
// The same plan gives the JSON Schema of the type, so that the published
// document cannot say anything else than what is checked. Two leniencies: a
// number is taken where a string is documented and keeps its literal text; a
// decimal may be a number or a string. Strings are trimmed, and an empty optional
// one counts as absent. A null is taken only where anything is.
package payload
