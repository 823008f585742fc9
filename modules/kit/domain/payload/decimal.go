package payload

import (
	"bytes"
	"errors"
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

// RuleInvalidDecimal is broken by a value that is not a decimal.
var RuleInvalidDecimal = catalogue.Rule{
	Code: "invalid_decimal", Area: catalogue.Shape,
	Meaning: "The value is not a decimal number, or is a string with an exponent.",
	Remedy:  "Write digits with a point and no separators.",
	Attr:    "payment_promises.0.amount",
	Bad:     `{"payment_promises": [{"amount": "1,250.00", "payment_date": "2024-03-01"}]}`,
	Good:    `{"payment_promises": [{"amount": "1250.00", "payment_date": "2024-03-01"}]}`,
}

// invalidDecimal is the fault of a text that is not a decimal.
var invalidDecimal = fault.Fault{Code: RuleInvalidDecimal.Code, Detail: "is not a decimal number: write digits with a point, like -12.34, and no separators."}

// parseDecimal reads an exact decimal with at most the given digits before the point and
// places after it. One of the sides may have no digit. The fault is the zero value for a valid
// decimal, and its detail continues a sentence about the value.
func parseDecimal(s []byte, digits, places int) (d decimal.Decimal, wrong fault.Fault) {
	if len(s) > maxLiteral {
		return d, fault.Fault{Code: RuleOutOfRange.Code, Detail: "is longer than any amount that is stored."}
	}
	mantissa, exponent, ok := cutExponent(s)
	unsigned, negative := bytes.CutPrefix(mantissa, []byte{'-'})
	whole, fraction, _ := bytes.Cut(unsigned, []byte{'.'})
	if !ok || len(whole)+len(fraction) == 0 || !allDigits(whole) || !allDigits(fraction) {
		return d, invalidDecimal
	}
	if exponent < -maxExponent || exponent > maxExponent {
		return d, tooPrecise(digits, places)
	}
	var buffer [maxLiteral + maxExponent]byte
	coefficient := bytes.TrimLeft(append(append(buffer[:0], whole...), fraction...), "0")
	scale := len(fraction) - exponent
	if len(coefficient) == 0 {
		return decimal.New(0, -int32(min(max(scale, 0), places))), wrong
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
	return scaled(coefficient, scale, negative), wrong
}

// cutExponent splits a number into mantissa and exponent. A missing exponent is 0, and one
// that no int can hold is one beyond maxExponent.
func cutExponent(s []byte) (mantissa []byte, exponent int, ok bool) {
	i := bytes.IndexAny(s, "eE")
	if i < 0 {
		return s, 0, true
	}
	exponent, err := strconv.Atoi(string(s[i+1:]))
	if errors.Is(err, strconv.ErrRange) {
		return s[:i], maxExponent + 1, true
	}
	return s[:i], exponent, err == nil
}

func allDigits(s []byte) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
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

func tooPrecise(digits, places int) fault.Fault {
	return fault.Fault{Code: RuleOutOfRange.Code, Detail: fmt.Sprintf("does not fit: at most %d digits before the point and %d after it.", digits, places)}
}

// Number is a decimal that is written as a JSON number, with the places that it was sent
// with. It may be absent.
type Number struct{ decimal.NullDecimal }

// NewNumber returns a decimal as a Number.
func NewNumber(d decimal.Decimal) Number { return Number{decimal.NewNullDecimal(d)} }

// Text returns the decimal with all the places that it was sent with, in the form in
// which it is stored and shown: 10.50 stays 10.50.
func Text(d decimal.Decimal) string {
	if d.Exponent() < 0 {
		return d.StringFixed(-d.Exponent())
	}
	return d.String()
}

// decimal reads a number, or the text of a string, which has no exponent.
func (m *member) decimal(s []byte, isText bool, v reflect.Value, at *fault.At) {
	d, wrong := parseDecimal(s, m.digits, m.places)
	if isText && bytes.ContainsAny(s, "eE") {
		wrong = invalidDecimal
	}
	if wrong.Code != "" {
		at.Add(wrong.Code, m.shown(s)+" "+wrong.Detail)
		return
	}
	switch v.Type() {
	case nullableType:
		v.Set(reflect.ValueOf(decimal.NewNullDecimal(d)))
	case numberType:
		v.Set(reflect.ValueOf(NewNumber(d)))
	default:
		v.Set(reflect.ValueOf(d))
	}
}
