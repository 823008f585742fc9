package payload

import (
	"bytes"
	"fmt"
	"math/big"
	"reflect"
	"strconv"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"

	"github.com/shopspring/decimal"
)

// A longer literal, or an exponent beyond maxExponent, is refused before any arithmetic,
// because "1e999999999" must not become a gigabyte of zeros.
const (
	maxLiteral  = 64
	maxExponent = 100
)

// RuleInvalidDecimal is broken by a value that is not a decimal of the allowed size.
var RuleInvalidDecimal = catalogue.Rule{
	Code: "invalid_decimal", Area: catalogue.Shape,
	Meaning: "The value is not a decimal number, or has more digits than the member takes.",
	Remedy:  "Write digits with a point and no separators, and not more of them on either side of the point than the schema says.",
	Attr:    "payment_promises.0.amount",
	Bad:     `{"payment_promises": [{"amount": "1,250.00", "payment_date": "2024-03-01"}]}`,
	Good:    `{"payment_promises": [{"amount": "1250.00", "payment_date": "2024-03-01"}]}`,
}

// parseDecimal reads an exact decimal with at most the given digits before the point and
// places after it. reason says what is wrong with it, and is empty for a valid decimal.
func parseDecimal(s []byte, digits, places int) (d decimal.Decimal, reason string) {
	const notANumber = "is not a decimal number: write digits with a point, like -12.34, and no separators."
	if len(s) > maxLiteral {
		return d, "is longer than any amount that is stored."
	}
	mantissa, exponent, ok := cutExponent(s)
	unsigned, negative := bytes.CutPrefix(mantissa, []byte{'-'})
	whole, fraction, hasPoint := bytes.Cut(unsigned, []byte{'.'})
	if !ok || !allDigits(whole) || hasPoint && !allDigits(fraction) {
		return d, notANumber
	}
	if exponent < -maxExponent || exponent > maxExponent {
		return d, tooPrecise(digits, places)
	}
	var buffer [maxLiteral + maxExponent]byte
	coefficient := bytes.TrimLeft(append(append(buffer[:0], whole...), fraction...), "0")
	scale := len(fraction) - exponent
	if len(coefficient) == 0 {
		return decimal.New(0, -int32(min(max(scale, 0), places))), ""
	}
	if len(coefficient)-scale > digits {
		return d, tooPrecise(digits, places)
	}
	// Trailing zeros after the point are kept as far as places allow, so that 10.50 is
	// stored and shown as 10.50.
	for scale > places && coefficient[len(coefficient)-1] == '0' {
		coefficient, scale = coefficient[:len(coefficient)-1], scale-1
	}
	if scale > places {
		return d, tooPrecise(digits, places)
	}
	for ; scale < 0; scale++ {
		coefficient = append(coefficient, '0')
	}
	return scaled(coefficient, scale, negative), ""
}

// cutExponent splits a number into mantissa and exponent. A missing exponent is 0.
func cutExponent(s []byte) (mantissa []byte, exponent int, ok bool) {
	i := bytes.IndexAny(s, "eE")
	if i < 0 {
		return s, 0, true
	}
	exponent, err := strconv.Atoi(string(s[i+1:]))
	return s[:i], exponent, err == nil
}

func allDigits(s []byte) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(s) > 0
}

// scaled returns the decimal of the digits, scale of which are after the point.
func scaled(coefficient []byte, scale int, negative bool) decimal.Decimal {
	if len(coefficient) <= 18 { // 18 digits fit an int64
		n, _ := digits(coefficient)
		if negative {
			n = -n
		}
		return decimal.New(int64(n), -int32(scale))
	}
	n, _ := new(big.Int).SetString(string(coefficient), 10)
	if negative {
		n.Neg(n)
	}
	return decimal.NewFromBigInt(n, -int32(scale))
}

func tooPrecise(digits, places int) string {
	return fmt.Sprintf("does not fit: at most %d digits before the point and %d after it.", digits, places)
}

// Text returns the decimal with all the places that it was sent with, in the form in
// which it is stored and shown: 10.50 stays 10.50.
func Text(d decimal.Decimal) string {
	if d.Exponent() < 0 {
		return d.StringFixed(-d.Exponent())
	}
	return d.String()
}

func (m *member) decimal(s []byte, v reflect.Value, at *fault.At) {
	d, reason := parseDecimal(s, m.digits, m.places)
	if reason != "" {
		at.Add(RuleInvalidDecimal.Code, m.shown(s)+" "+reason)
		return
	}
	if v.Type() == nullableType {
		v.Set(reflect.ValueOf(decimal.NewNullDecimal(d)))
		return
	}
	v.Set(reflect.ValueOf(d))
}
