package functions

import (
	"database/sql/driver"
	"fmt"
	"strings"

	"github.com/shopspring/decimal"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// maxDecimal is the length of the longest number. No amount is longer.
const maxDecimal = 64

// ParseDecimal reads a number as people write it, and returns its digits with a point. The
// number may have a sign before or after it, brackets for a minus, the sign or code of a
// currency, and a separator of thousands. mark is its decimal mark, a point or a comma.
// Nothing is guessed: groups of thousands have three digits.
func ParseDecimal(s string, mark byte) (string, bool) {
	if len(s) > maxDecimal {
		return "", false
	}
	s, negative, ok := cutSigns(withoutCurrency(trim(s)))
	if !ok {
		return "", false
	}
	whole, fraction, _ := strings.Cut(s, string(mark))
	whole, ok = withoutThousands(whole, mark)
	if !ok || !isDigits(fraction) || whole+fraction == "" {
		return "", false
	}
	whole = strings.TrimLeft(whole, "0")
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if negative && strings.Trim(whole, "0.") != "" {
		whole = "-" + whole
	}
	return whole, true
}

// currencies are signs and codes that stand before or after an amount.
var currencies = []string{"€", "£", "$", "¥", "EUR", "GBP", "USD", "CHF", "AUD", "NZD", "CAD", "SEK", "NOK", "DKK", "PLN", "Fr."}

// withoutCurrency drops the currency of an amount. A sign may stand on either side of it.
func withoutCurrency(s string) string {
	for _, currency := range currencies {
		if before, after, found := strings.Cut(s, currency); found && (strings.Trim(before, "+-−( \u00a0") == "" || strings.Trim(after, "-−) \u00a0") == "") {
			return trim(trim(before) + trim(after))
		}
	}
	return s
}

// cutSigns drops the sign of a number, which stands once.
func cutSigns(s string) (unsigned string, negative, ok bool) {
	if inside, found := strings.CutPrefix(s, "("); found {
		inside, found = strings.CutSuffix(inside, ")")
		return trim(inside), true, found
	}
	for _, sign := range []string{"-", "−", "+"} {
		if rest, found := strings.CutPrefix(s, sign); found {
			return trim(rest), sign != "+", true
		}
		if rest, found := strings.CutSuffix(s, sign); found {
			return trim(rest), sign != "+", true
		}
	}
	return s, false, true
}

// withoutThousands drops the separators of thousands. They are all the same character.
func withoutThousands(whole string, mark byte) (digits string, ok bool) {
	if isDigits(whole) {
		return whole, true
	}
	for _, separator := range []string{".", ",", " ", "'", "’", "\u00a0", "\u202f", "\u2009"} {
		groups := strings.Split(whole, separator)
		if len(groups) == 1 || separator == string(mark) {
			continue
		}
		for i, group := range groups {
			if !isDigits(group) || i > 0 && len(group) != 3 || i == 0 && (len(group) < 1 || len(group) > 3) {
				return "", false
			}
		}
		return strings.Join(groups, ""), true
	}
	return "", false
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// readDecimal reads the arguments (text [, decimal mark]) of a function. The result is
// empty for an empty text, and marked for one that is no number.
func readDecimal(name string, args []driver.Value) (string, error) {
	mark := byte('.')
	switch {
	case len(args) == 2 && (readText(args[1]) == "," || readText(args[1]) == "."):
		mark = readText(args[1])[0]
	case len(args) != 1:
		return "", errArguments(name + "(text), for a decimal point, or " + name + "(text, ',')")
	}
	s := readText(args[0])
	if s == "" || isMarked(s) {
		return s, nil
	}
	if d, ok := ParseDecimal(s, mark); ok {
		return d, nil
	}
	return markDecimal(fmt.Sprintf("%s is no number with the decimal mark %q.", fault.Shown(s), mark), s), nil
}

func markDecimal(detail, value string) string { return mark(CodeNotUnderstood, detail, value) }

// decimalText is an exact number as text, with a point, for SQL.
func decimalText(args []driver.Value) (driver.Value, error) {
	d, err := readDecimal("decimal", args)
	return orNull(d), err
}

// number is an exact number for JSON. SQLite keeps the digits of a number that is JSON,
// where it would make a float of any other number.
func number(args []driver.Value) (driver.Value, error) {
	d, err := readDecimal("number", args)
	if err != nil || d == "" || isMarked(d) {
		return orNull(d), err
	}
	return asJSONB(d), nil
}

// The types of values in SQLite's binary JSON, https://sqlite.org/jsonb.html.
const (
	jsonbTrue    = 1
	jsonbFalse   = 2
	jsonbInteger = 3
	jsonbFloat   = 5
)

// asJSONB is a number as SQLite's binary JSON: its type, its length and its digits.
func asJSONB(d string) []byte {
	kind := byte(jsonbInteger)
	if strings.Contains(d, ".") {
		kind = jsonbFloat
	}
	if n := byte(len(d)); n > 11 {
		return append([]byte{12<<4 | kind, n}, d...)
	}
	return append([]byte{byte(len(d))<<4 | kind}, d...)
}

// calculate calls f with the numbers of the arguments. The result is NULL where an argument
// is, and a marked argument is the result.
func calculate(args []driver.Value, f func(d []decimal.Decimal) decimal.Decimal) (driver.Value, error) {
	numbers := make([]decimal.Decimal, len(args))
	for i, arg := range args {
		s := readText(arg)
		if s == "" || isMarked(s) {
			return orNull(s), nil
		}
		d, ok := ParseDecimal(s, '.')
		if !ok {
			return markDecimal(fault.Shown(s)+" is no number with a decimal point.", s), nil
		}
		numbers[i] = decimal.RequireFromString(d)
	}
	return payload.Text(f(numbers)), nil
}

func decimalAdd(args []driver.Value) (driver.Value, error) {
	if len(args) == 0 {
		return nil, errArguments("decimal_add(number, number, ...)")
	}
	return calculate(args, func(d []decimal.Decimal) decimal.Decimal { return decimal.Sum(d[0], d[1:]...) })
}

func decimalSub(args []driver.Value) (driver.Value, error) {
	return calculate(args, func(d []decimal.Decimal) decimal.Decimal { return d[0].Sub(d[1]) })
}

func decimalMul(args []driver.Value) (driver.Value, error) {
	return calculate(args, func(d []decimal.Decimal) decimal.Decimal { return d[0].Mul(d[1]) })
}

func decimalNeg(args []driver.Value) (driver.Value, error) {
	return calculate(args, func(d []decimal.Decimal) decimal.Decimal { return d[0].Neg() })
}

func decimalAbs(args []driver.Value) (driver.Value, error) {
	return calculate(args, func(d []decimal.Decimal) decimal.Decimal { return d[0].Abs() })
}

// decimalCmp is -1, 0 or 1, or NULL where an argument is no number.
func decimalCmp(args []driver.Value) (driver.Value, error) {
	var order int64
	result, err := calculate(args, func(d []decimal.Decimal) decimal.Decimal {
		order = int64(d[0].Cmp(d[1]))
		return d[0]
	})
	if s, ok := result.(string); !ok || isMarked(s) {
		return nil, err
	}
	return order, err
}

// sum is the exact sum of the rows of a group. NULL counts as nothing, and the sum of no row
// is 0.
type sum struct {
	total  decimal.Decimal
	marked driver.Value // the first value that is no number
}

func (s *sum) Add(args []driver.Value) error {
	result, err := calculate(args, func(d []decimal.Decimal) decimal.Decimal {
		s.total = s.total.Add(d[0])
		return d[0]
	})
	if text, ok := result.(string); ok && isMarked(text) && s.marked == nil {
		s.marked = text
	}
	return err
}

func (s *sum) Result() (driver.Value, error) {
	if s.marked != nil {
		return s.marked, nil
	}
	return payload.Text(s.total), nil
}
