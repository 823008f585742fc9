// Package markets adds to the account object what differs by country and industry.
// A market is a JSON Schema 2020-12 document; a supplier names its market, and then
// its accounts may, or must, have that market's members too.
//
// The schema describes an account with nothing but what the market adds. Its
// "properties" are the members of the account that are added. A member that the
// account has already may only lead to additions inside it, through its own
// "properties", or through "items" and "properties" where it is an array:
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
// "required" names what the market adds to that object, and nothing else. "$defs"
// and "$ref" work within the document ("#/..."); a schema that refers elsewhere, to
// itself, or to what would take too long to check, is refused when it is saved, as
// is one that does not compile. Formats are checked, those of JSON Schema and
// "decimal", "quantity" (a decimal that is not negative), "mpan", "mprn" and
// "postcode" (of Great Britain). Patterns are RE2.
//
// What comes is read as the rest of an account is: strings are trimmed, an empty one
// counts as absent, a number is taken where the schema has a string and keeps its
// literal text. What the schema refuses has the codes of the interface, see faults.go.
//
// Two markets come with the service: "core" adds nothing, and package gbenergy is
// the other. Operators add more as records, without a build. What accounts have of
// their market is stored as JSON, by its place in the payload.
package markets
