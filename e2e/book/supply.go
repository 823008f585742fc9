package book

import (
	"bytes"
	_ "embed"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"strings"
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

// AddSupplyAddress returns a line with a supply address, as the market gb-energy wants it. A line that is no object is faulty on
// purpose and stays as it is.
func AddSupplyAddress(line Line) []byte {
	var account, envelope map[string]jsontext.Value
	if err := json.Unmarshal(line.JSON, &account); err != nil {
		return line.JSON
	}
	if inner, ok := account["account"]; ok {
		envelope, account = account, nil
		if err := json.Unmarshal(inner, &account); err != nil {
			return line.JSON
		}
	}
	account["supply_addresses"] = bytes.TrimSpace(Supply(strings.TrimPrefix(line.ExternalAccountNumber, "EXT-")))
	var whole any = account
	if envelope != nil {
		envelope["account"], _ = json.Marshal(account, json.Deterministic(true))
		whole = envelope
	}
	text, err := json.Marshal(whole, json.Deterministic(true))
	if err != nil {
		return line.JSON
	}
	return text
}
