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
// A member that a module of the service brings has the "$comment" "of the core": it is left out
// where that module is switched off.
//
// "required" may name only members that the market adds to that object. "$defs" and
// "$ref" work within the document ("#/..."). A schema is refused when it is saved if it
// does not compile, if it refers to another document or to itself, or if checking against
// it would take too long. Formats are checked: those of JSON Schema and "code" (printable
// text), "datetime" (a date-time that may have a colon before its time), "decimal",
// "decimal(8,2)" (at most 8 digits before the point and 2 after it), "quantity" and
// "quantity(8,2)" (the same, not negative), "mpan", "mprn" and "postcode" (of Great
// Britain), and "postcode-au" (of Australia). Patterns are RE2.
//
// The market's members are read as the rest of an account is, in all branches of the
// schema. Strings are trimmed. An empty string counts as absent, and so does a null where
// the schema has the type "null"; a null stays where the schema requires the member, too. A number is accepted where the schema has a string, and
// keeps its literal text; a string of digits is accepted where it has an integer. A
// datetime is normalised to UTC, and a bare date is its midnight in the supplier's zone. A
// value that the schema says nothing of is kept as it is. Refused values have the codes of
// the interface, see faults.go.
//
// Three markets come with the service: "core", which adds nothing, and those of the packages
// gbenergy and auenergy. Operators add more markets as records, without a build. The market's members
// of an account are stored as JSON, by their place in the payload.
package markets
