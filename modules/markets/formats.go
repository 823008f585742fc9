package markets

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/markets/gbenergy"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/shopspring/decimal"
)

// format is a format with the code and the sentence for values that do not have it.
type format struct {
	valid  func(string) bool // nil for a format that the library checks
	code   string
	detail string
}

var ruleInvalidMPAN = catalogue.Rule{
	Code: "invalid_mpan", Area: area, Market: gbenergy.Name,
	Meaning: "The number is not the core of a Meter Point Administration Number: 13 digits, of which the last is the check digit.",
	Remedy:  "Compare it with the customer's bill, and leave out the profile class, time switch code and line loss factor that are printed above it.",
	Attr:    "supply_addresses.0.meter_points.1.mpan",
	Bad:     gbenergy.Supplied(`, "is_export": false}, {"supply_type": "ELECTRICITY", "mpan": "1200022345675", "supply_start_date": "2019-11-02", "agreements": [{"tariff_code": "E-VAR", "effective_from": "2019-11-02"}]`),
	Good:    gbenergy.Supplied(``),
}

var ruleInvalidMPRN = catalogue.Rule{
	Code: "invalid_mprn", Area: area, Market: gbenergy.Name,
	Meaning: "The number is not a Meter Point Reference Number, which has 6 to 10 digits.",
	Remedy:  "Compare it with the customer's bill.",
	Attr:    "supply_addresses.0.meter_points.1.mprn",
	Bad:     gbenergy.Supplied(`}, {"supply_type": "GAS", "mprn": "74392", "supply_start_date": "2019-11-02", "agreements": [{"tariff_code": "G-VAR", "effective_from": "2019-11-02"}]`),
	Good:    gbenergy.Supplied(`}, {"supply_type": "GAS", "mprn": "7439208801", "supply_start_date": "2019-11-02", "agreements": [{"tariff_code": "G-VAR", "effective_from": "2019-11-02"}]`),
}

// formats are the formats with codes of their own.
var formats = map[string]format{
	"date":      {isDate, payload.RuleInvalidDate.Code, "This is not a date that exists, written as YYYY-MM-DD."},
	"date-time": {nil, payload.RuleInvalidDatetime.Code, "This is not a datetime with its zone, written as YYYY-MM-DDTHH:MM:SSZ."},
	"email":     {nil, account.RuleInvalidEmail.Code, "This is not an e-mail address."},
	"decimal":   {isDecimal, payload.RuleInvalidDecimal.Code, "This is not a decimal number of at most 15 digits before the point and 10 after it."},
	"quantity":  {isQuantity, payload.RuleInvalidDecimal.Code, "This is not a decimal number of at most 15 digits before the point and 10 after it that is 0 or more."},
	"mpan":      {gbenergy.IsMPAN, ruleInvalidMPAN.Code, "This is not the core of an MPAN: 13 digits without spaces, of which the last is right for the others."},
	"mprn":      {gbenergy.IsMPRN, ruleInvalidMPRN.Code, "This is not an MPRN: 6 to 10 digits without spaces."},
	"postcode":  {gbenergy.IsPostcode, account.RuleInvalidPostcode.Code, "This cannot be a postcode of Great Britain."},
}

// libraryFormats are the formats that the library checks, and "regex".
var libraryFormats = []string{
	"json-pointer", "relative-json-pointer", "uuid", "duration", "period", "ipv4", "ipv6", "hostname", "email", "date", "time", "date-time",
	"uri", "iri", "uri-reference", "iri-reference", "uri-template", "semver", "regex",
}

func knownFormat(name string) bool {
	_, ours := formats[name]
	return ours || slices.Contains(libraryFormats, name)
}

var errFormat = errors.New("not of this format")

// register makes the library check the format with valid.
func (f format) register(name string, compiler *jsonschema.Compiler) {
	if f.valid == nil {
		return
	}
	compiler.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(value any) error {
		text, ok := value.(string)
		if number, isNumber := value.(json.Number); isNumber {
			text, ok = number.String(), true
		}
		if ok && !f.valid(text) {
			return errFormat
		}
		return nil
	}})
}

func isDate(s string) bool {
	_, ok := payload.ParseDate(s)
	return ok
}

func isQuantity(s string) bool {
	return s != "" && s[0] != '-' && isDecimal(s)
}

// The limits of a decimal. The core's amounts have smaller ones.
const (
	maxDigits = 15
	maxPlaces = 10
)

func isDecimal(s string) bool {
	if !writable(s) {
		return false
	}
	mantissa, _, hasExponent := strings.Cut(strings.ToLower(s), "e")
	whole, fraction, hasPoint := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	if !isDigits(whole) || hasPoint && !isDigits(fraction) {
		return false
	}
	if !hasExponent {
		return len(strings.TrimLeft(whole, "0")) <= maxDigits && len(fraction) <= maxPlaces
	}
	d, err := decimal.NewFromString(s)
	return err == nil && int(-d.Exponent()) <= maxPlaces && d.NumDigits()+int(d.Exponent()) <= maxDigits
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
