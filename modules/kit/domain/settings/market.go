package settings

// Core is the market of a supplier that names no other market. It adds no rules.
const Core = "core"

// Market is a market that operators have added. It does not change.
type Market struct {
	Name    string
	Version string
	Schema  string // JSON Schema
}
