package functions

import (
	"database/sql/driver"
	"strconv"
	"time"

	"dataimport/modules/kit/store/database"
)

// List are all functions, with tables for lookup and the day that decides the century of
// years with two digits.
func List(tables *Tables, today time.Time) []database.Function {
	return []database.Function{
		{Name: "clean", Args: -1, Scalar: clean},
		{Name: "proper", Args: 1, Scalar: onText(proper)},
		{Name: "title", Args: 1, Scalar: onText(normaliseTitle)},
		{Name: "name_title", Args: 1, Scalar: onText(func(s string) string { return splitName(s).title })},
		{Name: "name_given", Args: 1, Scalar: onText(func(s string) string { return splitName(s).given })},
		{Name: "name_family", Args: 1, Scalar: onText(func(s string) string { return splitName(s).family })},
		{Name: "decimal", Args: -1, Scalar: decimalText},
		{Name: "number", Args: -1, Scalar: number},
		{Name: "decimal_add", Args: -1, Scalar: decimalAdd},
		{Name: "decimal_sub", Args: 2, Scalar: decimalSub},
		{Name: "decimal_mul", Args: 2, Scalar: decimalMul},
		{Name: "decimal_neg", Args: 1, Scalar: decimalNeg},
		{Name: "decimal_abs", Args: 1, Scalar: decimalAbs},
		{Name: "decimal_cmp", Args: 2, Scalar: decimalCmp},
		{Name: "decimal_sum", Args: 1, NewAggregate: func() database.Aggregate { return new(sum) }},
		{Name: "to_date", Args: -1, Scalar: dates{today}.toDate},
		{Name: "to_datetime", Args: -1, Scalar: dates{today}.toDatetime},
		{Name: "boolean", Args: 1, Scalar: boolean},
		{Name: "phone", Args: 2, Scalar: phone},
		{Name: "postcode", Args: 2, Scalar: postcode},
		{Name: "lookup", Args: -1, Scalar: tables.lookup},
		{Name: "compact", Args: 1, Scalar: compact},
	}
}

// readText is a value as text without the space around it; empty for NULL.
func readText(v driver.Value) string {
	switch v := v.(type) {
	case string:
		return trim(v)
	case []byte:
		return trim(string(v))
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// orNull is a text, or NULL for the empty one.
func orNull(s string) driver.Value {
	if s == "" {
		return nil
	}
	return s
}

// onText is the function that changes a text.
func onText(change func(string) string) func([]driver.Value) (driver.Value, error) {
	return func(args []driver.Value) (driver.Value, error) {
		s := collapse(readText(args[0]))
		if s == "" || isMarked(s) {
			return orNull(s), nil
		}
		return orNull(change(s)), nil
	}
}
