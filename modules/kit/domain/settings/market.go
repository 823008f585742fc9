package settings

// The markets that rules of the core know.
const (
	// Core is the market of a supplier that names no other market. It adds no rules.
	Core = "core"
	// GBEnergy is electricity and gas in Great Britain.
	GBEnergy = "gb-energy"
	// AUEnergy is electricity, gas and water in Australia.
	AUEnergy = "au-energy"
)

// Market is a market that operators have added. It does not change.
type Market struct {
	Name    string
	Version string
	Schema  string // JSON Schema
}
