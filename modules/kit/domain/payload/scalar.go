package payload

import (
	"bytes"
	"encoding/json/jsontext"
	"fmt"
	"reflect"
	"strconv"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// scalar reads a string, number or boolean into v. It reports whether the member counts
// as present: an empty string does not.
func (m *member) scalar(raw []byte, v reflect.Value, at *fault.At) (present bool) {
	if m.kind == boolean {
		m.boolean(raw, v, at)
		return true
	}
	if raw[0] == 't' || raw[0] == 'f' {
		at.Add(RuleInvalidType.Code, "This must be "+m.expected()+", not a boolean.")
		return true
	}
	s := literal(raw)
	if len(s) == 0 {
		return false
	}
	switch m.kind {
	case number:
		m.decimal(s, raw[0] == '"', v, at)
	case integer:
		m.integer(s, v, at)
	case date:
		d, ok := ParseDate(s)
		if !ok {
			at.Add(RuleInvalidDate.Code, m.shown(s)+" is not a date that exists, written as YYYY-MM-DD.")
		}
		v.SetInt(int64(d))
	case datetime:
		m.datetime(s, v, at)
	default:
		m.text(s, v, at)
	}
	return true
}

// literal returns the trimmed content of a string, or a number as it is written.
func literal(raw []byte) []byte {
	if raw[0] != '"' {
		return raw
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return bytes.TrimSpace(raw[1 : len(raw)-1])
	}
	unquoted, err := jsontext.AppendUnquote(nil, raw)
	if err != nil {
		panic("payload: a string that was read cannot be unquoted: " + err.Error())
	}
	return bytes.TrimSpace(unquoted)
}

// RuleOutOfRange is broken by a number outside of its range.
var RuleOutOfRange = catalogue.Rule{
	Code: "out_of_range", Area: catalogue.Shape,
	Meaning: "The number is smaller or larger than the member takes, or has more digits on one side of the point.",
	Remedy:  "Use a number from the range, and with the digits, that the schema names.",
	Attr:    "payment_schedules.0.delay_days",
	Bad:     `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "trigger": "BILL", "delay_days": 1001}]}`,
	Good:    `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "trigger": "BILL", "delay_days": 1000}]}`,
}

func (m *member) boolean(raw []byte, v reflect.Value, at *fault.At) {
	if raw[0] != 't' && raw[0] != 'f' {
		at.Add(RuleInvalidType.Code, "This must be true or false, without quotes"+m.butNot(literal(raw))+".")
		return
	}
	v.SetBool(raw[0] == 't')
}

// integer reads a whole number, or a string of digits.
func (m *member) integer(s []byte, v reflect.Value, at *fault.At) {
	digits := bytes.TrimPrefix(s, []byte{'-'})
	n, err := strconv.ParseInt(string(s), 10, 64)
	switch {
	case len(digits) == 0 || !allDigits(digits):
		at.Add(RuleInvalidType.Code, "This must be a whole number, without point or exponent"+m.butNot(s)+".")
	case err != nil:
		at.Add(RuleOutOfRange.Code, m.shown(s)+" is larger than any number that is stored.")
	case m.ranged && (n < int64(m.low) || n > int64(m.high)):
		value := "This number"
		if m.isImpersonal {
			value = strconv.FormatInt(n, 10)
		}
		at.Add(RuleOutOfRange.Code, fmt.Sprintf("%s is out of range: this must be from %d to %d.", value, m.low, m.high))
	default:
		v.SetInt(n)
	}
}

// shown returns a value in the form in which a fault shows it: in full where it is
// impersonal. Of a few possible values the form would reveal which one it is.
func (m *member) shown(s []byte) string {
	switch {
	case m.isImpersonal:
		return fault.Shown(string(s))
	case m.kind == integer || m.kind == boolean || m.choices != nil:
		return "This value"
	}
	return "A value of the form " + fault.Form(string(s))
}

// butNot is the end of a sentence about a value of the wrong type.
func (m *member) butNot(s []byte) string {
	if !m.isImpersonal {
		return ""
	}
	return ", and not " + fault.Shown(string(s))
}
