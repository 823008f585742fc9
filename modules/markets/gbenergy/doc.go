// Package gbenergy is the market of electricity and gas in Great Britain: a schema
// of what it adds to the account object, and the rules that a schema cannot say.
//
// The rules find their values in what was read for the schema, and take what is not
// as the schema wants it for not there: its fault is known by then. All periods
// include their last day.
package gbenergy

import (
	_ "embed"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
)

// What the market is called, and which edition of its schema and rules this is.
const (
	Name    = "gb-energy"
	Version = "1"
)

// Schema is the market's JSON Schema.
//
//go:embed schema.json
var Schema string

// Check adds the faults of the rules on one member that the market adds. Its place
// is at.
func Check(member string, value any, f *account.Facts, at *fault.At) {
	switch member {
	case "supply_addresses":
		checkSupply(readAddresses(value), f, at)
	case "psr":
		checkServices(value, at)
	}
}
