package book

import (
	"bytes"
	_ "embed"
)

// supply is what an account of the market gb-energy has beyond the core: an address
// with two meters, and one that was left.
//
//go:embed supply.json
var supply []byte

// Supply returns the member supply_addresses of an account of the market gb-energy. serial makes the serial numbers
// of its meters unique.
func Supply(serial string) []byte {
	return bytes.ReplaceAll(supply, []byte("SERIAL"), []byte(serial))
}
