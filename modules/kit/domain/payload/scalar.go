package payload

import (
	"bytes"
	"encoding/json/jsontext"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"dataimport/modules/kit/domain/fault"

	"github.com/shopspring/decimal"
)

// scalar reads a string, number or boolean into v and reports whether the member
// counts as there: an empty string does not.
func (m *member) scalar(raw []byte, v reflect.Value, at *fault.At) (present bool) {
	if m.kind == boolean || m.kind == integer {
		m.exact(raw, v, at)
		return true
	}
	if raw[0] == 't' || raw[0] == 'f' {
		at.Add(codeInvalidType, "This must be "+m.expected()+", not a boolean.")
		return true
	}
	s := literal(raw)
	if len(s) == 0 {
		return false
	}
	switch m.kind {
	case number:
		m.decimal(s, v, at)
	case date:
		d, ok := ParseDate(s)
		if !ok {
			at.Add(codeInvalidDate, m.shown(s)+" is not a date that exists, written as YYYY-MM-DD.")
		}
		v.SetInt(int64(d))
	case datetime:
		m.datetime(s, v, at)
	default:
		m.text(s, v, at)
	}
	return true
}

// literal is the trimmed content of a string, or a number as it is written.
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

// exact reads the kinds for which nothing but their own JSON form is taken.
func (m *member) exact(raw []byte, v reflect.Value, at *fault.At) {
	if m.kind == boolean {
		if raw[0] != 't' && raw[0] != 'f' {
			at.Add(codeInvalidType, "This must be true or false, without quotes, and not "+m.shown(literal(raw))+".")
			return
		}
		v.SetBool(raw[0] == 't')
		return
	}
	n, err := strconv.ParseInt(string(raw), 10, 64)
	switch {
	case raw[0] == '"' || raw[0] == 't' || raw[0] == 'f' || bytes.ContainsAny(raw, ".eE"):
		at.Add(codeInvalidType, "This must be a whole number, without quotes, point or exponent, and not "+m.shown(literal(raw))+".")
	case err != nil:
		at.Add(codeOutOfRange, m.shown(raw)+" is larger than any number that is stored.")
	case m.ranged && (n < int64(m.low) || n > int64(m.high)):
		at.Add(codeOutOfRange, fmt.Sprintf("%d is out of range: this must be from %d to %d.", n, m.low, m.high))
	default:
		v.SetInt(n)
	}
}

func (m *member) text(s []byte, v reflect.Value, at *fault.At) {
	if m.max > 0 && len(s) > m.max {
		if n := utf8.RuneCount(s); n > m.max {
			at.Add(codeTooLong, fmt.Sprintf("This has %d characters; at most %d are allowed.", n, m.max))
			return
		}
	}
	if m.choices != nil {
		i := slices.Index(m.choices, string(s))
		if i < 0 {
			at.Add(codeInvalidChoice, m.shown(s)+" is none of "+strings.Join(m.choices, ", ")+": "+m.nearest(s)+".")
			return
		}
		v.SetString(m.choices[i])
		return
	}
	value := string(s)
	if m.isCode && !isCode(value) {
		at.Add(codeInvalidChoice, m.shown(s)+" is not a code, which has letters, digits and _ . : - only, and no spaces.")
		return
	}
	v.SetString(value)
}

// nearest says how one of the choices is meant, for a person.
func (m *member) nearest(s []byte) string {
	i := slices.IndexFunc(m.choices, func(choice string) bool { return strings.EqualFold(choice, string(s)) })
	if i < 0 {
		return "write one of these"
	}
	return "capitals and small letters count, so write " + m.choices[i]
}

// shown is a value as a fault shows it: in full where it is not personal.
func (m *member) shown(s []byte) string {
	if m.isPrivate {
		return "A value of the form " + fault.Form(string(s))
	}
	return fault.Shown(string(s))
}

func (m *member) decimal(s []byte, v reflect.Value, at *fault.At) {
	d, reason := parseDecimal(s, m.digits, m.places)
	if reason != "" {
		at.Add(codeInvalidDecimal, m.shown(s)+" "+reason)
		return
	}
	if v.Type() == nullableType {
		v.Set(reflect.ValueOf(decimal.NewNullDecimal(d)))
		return
	}
	v.Set(reflect.ValueOf(d))
}

func (m *member) datetime(s []byte, v reflect.Value, at *fault.At) {
	t, ok := parseDatetime(s)
	if !ok {
		at.Add(codeInvalidDatetime, m.shown(s)+" is not a datetime that exists, with its zone, written as YYYY-MM-DDTHH:MM:SSZ.")
		return
	}
	// The very first moment is what many programs send for no datetime at all.
	if t.Year() < 1 || t.Year() > 9999 || t.IsZero() {
		at.Add(codeInvalidDatetime, m.shown(s)+" lies outside the years 0001 to 9999 in UTC, or is their very first moment.")
		return
	}
	v.Set(reflect.ValueOf(t))
}
