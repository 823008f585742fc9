package book

import (
	_ "embed"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"strings"
	"time"
)

// supply is what an account of the market gb-energy has beyond the core: an address
// with two meters, and one that was left.
//
//go:embed supply.json
var supply string

// supplied is what the supply of an account must agree with.
type supplied struct {
	kind     string
	unknown  bool
	billed   string
	products map[string]string // of the charged supply points
	points   []string          // that a ledger or a charge names
	prepay   string            // serial number of a meter that a transaction names
}

// AddSupply adds the member supply_addresses of the market gb-energy to an account. serial makes the serial numbers of
// its meters unique. What cannot be read is faulty on purpose, and counts as absent.
func AddSupply(account map[string]jsontext.Value, serial string) {
	s := supplied{products: make(map[string]string)}
	s.read(account)
	if s.kind == "PORTFOLIO_LEAD" || s.kind == "SYSTEM" {
		return // these are supplied nowhere
	}
	var addresses []jsontext.Value
	if err := json.Unmarshal([]byte(s.fill(serial)), &addresses); err != nil {
		panic("book: the supply of an account: " + err.Error())
	}
	if s.unknown {
		addresses = addresses[:1]
	}
	account["supply_addresses"], _ = json.Marshal(addresses)
}

// AddSupplyAddress returns a line with supply addresses, as the market gb-energy wants them. A line that is no object is
// faulty on purpose and stays as it is.
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
	AddSupply(account, strings.TrimPrefix(line.ExternalAccountNumber, "EXT-"))
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

func (s *supplied) read(account map[string]jsontext.Value) {
	_ = json.Unmarshal(account["account_type"], &s.kind)
	_ = json.Unmarshal(account["unknown_occupier"], &s.unknown)
	_ = json.Unmarshal(account["last_billed_to_date"], &s.billed)
	s.readLedger(account)
	var ledgers []map[string]jsontext.Value
	_ = json.Unmarshal(account["ledgers"], &ledgers)
	for _, ledger := range ledgers {
		var identifiers []string
		_ = json.Unmarshal(ledger["identifiers"], &identifiers)
		s.points = append(s.points, identifiers...)
		s.readLedger(ledger)
	}
}

func (s *supplied) readLedger(ledger map[string]jsontext.Value) {
	for _, list := range []string{"historical_statement_transactions", "current_statement_transactions"} {
		var sent []struct {
			Point   string `json:"supply_point_identifier"`
			Product string `json:"product_code"`
			Meter   string `json:"to_prepay_meter_serial_number"`
		}
		_ = json.Unmarshal(ledger[list], &sent)
		for _, t := range sent {
			if t.Point != "" {
				s.points, s.products[t.Point] = append(s.points, t.Point), t.Product
			}
			if t.Meter != "" {
				s.prepay = t.Meter
			}
		}
	}
}

// fill returns the supply with what the account says of it.
func (s *supplied) fill(serial string) string {
	mpan, mprn := "1200022345676", "7439208801"
	for _, point := range s.points {
		if len(point) == len(mpan) {
			mpan = point
		} else {
			mprn = point
		}
	}
	billed, err := time.Parse(time.DateOnly, s.billed)
	if err != nil {
		billed = time.Date(2024, 6, 12, 0, 0, 0, 0, time.UTC)
	}
	return strings.NewReplacer(
		"SERIAL", serial, "BILLED", isoDate(billed), "VENDED", isoDate(billed.AddDate(0, 0, -1)), "MPAN", mpan, "MPRN", mprn,
		"PREPAY", firstText(s.prepay, "G4A-"+serial), "ELECTRICITY-TARIFF", firstText(s.products[mpan], "E-2R-VAR-21-11-02-K"),
		"GAS-TARIFF", firstText(s.products[mprn], "G-1R-VAR-19-11-02-K"),
	).Replace(supply)
}

func firstText(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// mpan returns the number of a supply point of electricity that begins with twelve digits. The last digit of the
// number checks the others.
func mpan(digits string) string {
	sum := 0
	for i, weight := range []int{3, 5, 7, 13, 17, 19, 23, 29, 31, 37, 41, 43} {
		sum += int(digits[i]-'0') * weight
	}
	return digits + string(rune('0'+sum%11%10))
}
