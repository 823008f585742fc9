// Package markets adds to the account object the members that differ by country and
// industry. A market is a JSON Schema 2020-12 document. A supplier names its market. The
// supplier's accounts then may, or must, have that market's members, too.
//
// The schema describes an account with the market's members alone. Its "properties" are
// the members that the market adds to the account. A member that the core already has may
// only contain additions, through its own "properties", or through "items" and
// "properties" where it is an array:
//
//	{
//	  "$schema": "https://json-schema.org/draft/2020-12/schema",
//	  "properties": {
//	    "grid_area": {"enum": ["NORTH", "SOUTH"]},
//	    "customers": {"items": {
//	      "properties": {"tax_number": {"type": "string", "pattern": "^[0-9]{11}$"}},
//	      "required": ["tax_number"]
//	    }}
//	  },
//	  "required": ["grid_area"]
//	}
//
// "required" may name only members that the market adds to that object. "$defs" and
// "$ref" work within the document ("#/..."). A schema is refused when it is saved if it
// does not compile, if it refers to another document or to itself, or if checking against
// it would take too long. Formats are checked: those of JSON Schema and "decimal",
// "quantity" (a decimal that is not negative), "mpan", "mprn" and "postcode" (of Great
// Britain). Patterns are RE2.
//
// The market's members are read as the rest of an account is. Strings are trimmed. An
// empty string counts as absent. A number is accepted where the schema has a string, and
// keeps its literal text. Refused values have the codes of the interface, see faults.go.
//
// Two markets come with the service: "core", which adds nothing, and the one of package
// gbenergy. Operators add more markets as records, without a build. The market's members
// of an account are stored as JSON, by their place in the payload.
package markets
