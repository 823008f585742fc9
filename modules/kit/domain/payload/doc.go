// Package payload turns strict JSON into typed structs. It collects all structural
// faults, each at its exact attr.
//
// The rules of a member are in its struct tag, beside its name:
//
//	GivenName string          `json:"given_name,omitzero" rule:"max=255"`
//	Type      AccountType     `json:"account_type,omitzero"`
//	Amount    decimal.Decimal `json:"amount" rule:"required,decimal=10.10"`
//
// The Go type decides which JSON is accepted: string, bool, int, decimal, [Date],
// [time.Time], struct, slice, or [jsontext.Value] for any JSON. A string type with a
// Choices method accepts only those choices. The options of the tag:
//
//	required      the member must be present, and not be an empty string
//	max=N         at most N characters
//	code          printable characters only, at most 255
//	decimal=A.B   at most A digits before and B after the point
//	range=A..B    a whole number from A to B
//	nullable      a null counts as absent; elsewhere it is a fault
//	impersonal    the value says nothing of a person by itself; see [Privacy]
//	object        on jsontext.Value: an object, of any content
//	format=NAME   for the schema document alone (email, phone, ...)
//	doc=TEXT      for the schema document alone; must be the last option
//
// Without the option impersonal a value is personal: no fault shows it, at most its form.
//
// The same plan generates the JSON Schema of the type, so that the published document
// always agrees with the checks. There are three leniencies. A number is accepted where a
// string is documented, and keeps its literal text. A whole number may be a string of
// digits. The schema says neither. A decimal may be a number, or a string without an
// exponent. Strings are trimmed, and an empty optional string counts as absent.
package payload
