// Package gbenergy is the market of electricity and gas in Great Britain: a schema of the
// members that it adds to the account object, and the rules that a schema cannot express.
//
// The rules work on the values that were read for the schema. They treat a value that
// breaks the schema as absent, because its fault is known already. All periods include
// their last day.
package gbenergy

import (
	_ "embed"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
)

// The name of the market, and the edition of its schema and rules.
const (
	Name    = "gb-energy"
	Version = "1"
)

// Schema is the market's JSON Schema.
//
//go:embed schema.json
var Schema string

// Check adds the faults of the rules on one of the market's members. The member's place
// is at.
func Check(member string, value any, f *account.Facts, at *fault.At) {
	switch member {
	case "supply_addresses":
		checkSupply(readAddresses(value), f, at)
	case "psr":
		checkServices(value, at)
	}
}
