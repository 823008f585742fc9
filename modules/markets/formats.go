package markets

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/markets/gbenergy"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/shopspring/decimal"
)

// format is a format with the code and the sentence of what does not have it.
type format struct {
	valid  func(string) bool // nil for one that the library checks
	code   string
	detail string
}

// formats are those with a code of their own.
var formats = map[string]format{
	"date":      {isDate, codeInvalidDate, "This is not a date that exists, written as YYYY-MM-DD."},
	"date-time": {nil, codeInvalidDatetime, "This is not a datetime with its zone, written as YYYY-MM-DDTHH:MM:SSZ."},
	"email":     {nil, codeInvalidEmail, "This is not an e-mail address."},
	"decimal":   {isDecimal, codeInvalidDecimal, "This is not a decimal number of at most 15 digits before the point and 10 after it."},
	"quantity":  {isQuantity, codeInvalidDecimal, "This is not a decimal number of at most 15 digits before the point and 10 after it that is 0 or more."},
	"mpan":      {gbenergy.IsMPAN, codeInvalidMPAN, "This is not the core of an MPAN: 13 digits without spaces, of which the last is right for the others."},
	"mprn":      {gbenergy.IsMPRN, codeInvalidMPRN, "This is not an MPRN: 6 to 10 digits without spaces."},
	"postcode":  {gbenergy.IsPostcode, codeInvalidPostcode, "This cannot be a postcode of Great Britain."},
}

// libraryFormats are those that the library checks, and "regex".
var libraryFormats = []string{
	"json-pointer", "relative-json-pointer", "uuid", "duration", "period", "ipv4", "ipv6", "hostname", "email", "date", "time", "date-time",
	"uri", "iri", "uri-reference", "iri-reference", "uri-template", "semver", "regex",
}

func knownFormat(name string) bool {
	_, ours := formats[name]
	return ours || slices.Contains(libraryFormats, name)
}

var errFormat = errors.New("not of this format")

// register makes the library check the format as we do.
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

// What a decimal may have at most; the account's own amounts have less.
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
