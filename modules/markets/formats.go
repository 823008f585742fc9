package markets

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/formats"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/markets/auenergy"
	"dataimport/modules/markets/gbenergy"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/shopspring/decimal"
)

// format is a format with a code and a sentence for the values that do not have it.
type format struct {
	// fault returns what is wrong with a value, the zero refusal for a valid one. number
	// says that the value was sent as a number.
	fault func(text string, number bool) refusal
}

// refusal is what a fault says of a value.
type refusal struct{ code, detail string }

// Error makes a refusal an error of the library's formats.
func (r refusal) Error() string { return r.detail }

var ruleInvalidMPAN = catalogue.Rule{
	Code: "invalid_mpan", Area: area,
	Meaning: "The number is not the core of a Meter Point Administration Number: 13 digits, of which the last is the check digit.",
	Remedy:  "Compare it with the customer's bill, and leave out the profile class, time switch code and line loss factor that are printed above it.",
}

var ruleInvalidMPRN = catalogue.Rule{
	Code: "invalid_mprn", Area: area,
	Meaning: "The number is not a Meter Point Reference Number, which has 6 to 10 digits.",
	Remedy:  "Compare it with the customer's bill.",
}

// ownFormats are the formats with codes of their own, except those that name limits.
var ownFormats = map[string]format{
	"date":      texts(isDate, payload.RuleInvalidDate.Code, "This is not a date that exists, written as YYYY-MM-DD."),
	"date-time": texts(isMoment, payload.RuleInvalidDatetime.Code, momentDetail),
	colonMoment: texts(isMoment, payload.RuleInvalidDatetime.Code, momentDetail),
	"email":     texts(formats.IsEmail, account.RuleInvalidEmail.Code, "This is not an e-mail address."),
	"code":      texts(isPrintable, account.RuleInvalidFormat.Code, "This has characters that cannot be printed: a code has none."),
	"decimal":   decimals(15, 10, false),
	"quantity":  decimals(15, 10, true),
	"mpan":      texts(gbenergy.IsMPAN, ruleInvalidMPAN.Code, "This is not the core of an MPAN: 13 digits without spaces, of which the last is right for the others."),
	"mprn":      texts(gbenergy.IsMPRN, ruleInvalidMPRN.Code, "This is not an MPRN: 6 to 10 digits without spaces."),
	"postcode":  texts(gbenergy.IsPostcode, account.RuleInvalidPostcode.Code, "This cannot be a postcode of Great Britain."),

	"postcode-au": texts(auenergy.IsPostcode, account.RuleInvalidPostcode.Code, "This cannot be a postcode of Australia, which has four digits."),
}

// colonMoment is the format of a datetime that may have a colon before its time.
const colonMoment = "datetime"

const momentDetail = "This is not a datetime with its zone, written as YYYY-MM-DDTHH:MM:SSZ, or a date, written as YYYY-MM-DD."

// texts is a format of strings and of numbers as they are written.
func texts(valid func(string) bool, code, detail string) format {
	return format{func(text string, _ bool) refusal {
		if valid(text) {
			return refusal{}
		}
		return refusal{code, detail}
	}}
}

// libraryFormats are the formats that the library checks, and "regex".
var libraryFormats = []string{
	"json-pointer", "relative-json-pointer", "uuid", "duration", "period", "ipv4", "ipv6", "hostname", "email", "date", "time", "date-time",
	"uri", "iri", "uri-reference", "iri-reference", "uri-template", "semver", "regex",
}

// limited matches the formats of decimals that name their limits.
var limited = regexp.MustCompile(`^(decimal|quantity)\(([0-9]{1,2}),([0-9]{1,2})\)$`)

// formatOf returns the format of a name, if it has a code of its own.
func formatOf(name string) (f format, ours bool) {
	if f, ours = ownFormats[name]; ours {
		return f, true
	}
	parts := limited.FindStringSubmatch(name)
	if parts == nil {
		return f, false
	}
	digits, _ := strconv.Atoi(parts[2])
	places, _ := strconv.Atoi(parts[3])
	return decimals(digits, places, parts[1] == "quantity"), true
}

func knownFormat(name string) bool {
	_, ours := formatOf(name)
	return ours || slices.Contains(libraryFormats, name)
}

// registerFormats makes the library check the formats that a part of a schema names.
func registerFormats(part any, compiler *jsonschema.Compiler) {
	switch part := part.(type) {
	case []any:
		for _, item := range part {
			registerFormats(item, compiler)
		}
	case map[string]any:
		if name, ok := part["format"].(string); ok {
			if f, ours := formatOf(name); ours {
				compiler.RegisterFormat(&jsonschema.Format{Name: name, Validate: f.validate})
			}
		}
		for _, inner := range part {
			registerFormats(inner, compiler)
		}
	}
}

// validate checks a value of any type. Only strings and numbers have formats.
func (f format) validate(value any) error {
	var wrong refusal
	switch value := value.(type) {
	case string:
		wrong = f.fault(value, false)
	case json.Number:
		wrong = f.fault(value.String(), true)
	}
	if wrong.code != "" {
		return wrong
	}
	return nil
}

func isDate(s string) bool {
	_, ok := payload.ParseDate(s)
	return ok
}

func isMoment(s string) bool {
	_, ok := payload.ParseDatetime(s)
	return ok
}

func isPrintable(s string) bool {
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

// decimals is the format of decimals with at most the given digits before the point and
// places after it.
func decimals(digits, places int, positive bool) format {
	beyond := refusal{payload.RuleOutOfRange.Code, fmt.Sprintf("This does not fit: at most %d digits before the point and %d after it.", digits, places)}
	return format{func(text string, number bool) refusal {
		whole, fraction, ok := splitDecimal(text, number)
		switch {
		case !ok:
			return refusal{payload.RuleInvalidDecimal.Code, "This is not a decimal number: write digits with a point, like 12.34, and no separators."}
		case len(strings.TrimLeft(whole, "0")) > digits || len(strings.TrimRight(fraction, "0")) > places:
			return beyond
		case positive && text[0] == '-' && strings.Trim(whole+fraction, "0") != "":
			return refusal{payload.RuleOutOfRange.Code, "This must be 0 or more."}
		}
		return refusal{}
	}}
}

// splitDecimal returns the digits before and after the point. A number that was sent as a
// string has no exponent.
func splitDecimal(text string, number bool) (whole, fraction string, ok bool) {
	if number && strings.ContainsAny(text, "eE") {
		d, err := decimal.NewFromString(text)
		if err != nil || !writable(text) {
			return "", "", false
		}
		text = d.String()
	}
	whole, fraction, _ = strings.Cut(strings.TrimPrefix(text, "-"), ".")
	return whole, fraction, (whole != "" || fraction != "") && areDigits(whole) && areDigits(fraction)
}

func isDigits(s string) bool { return s != "" && areDigits(s) }

func areDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
