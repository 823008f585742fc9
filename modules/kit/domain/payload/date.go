package payload

import (
	"reflect"
	"strings"
	"time"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// Date is a calendar date without a zone, as the number yyyymmdd. Dates compare with <
// and >. The zero Date is no date.
type Date int32

// DateOf returns the date of a time in the time's own location.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return newDate(year, int(month), day)
}

func newDate(year, month, day int) Date {
	return Date(year*10000 + month*100 + day)
}

// RuleInvalidDate is broken by a text that is not a date.
var RuleInvalidDate = catalogue.Rule{
	Code: "invalid_date", Area: catalogue.Shape,
	Meaning: "The value is not a date that exists, written as YYYY-MM-DD.",
	Remedy:  "Write the date as year, month and day, with hyphens and leading zeros.",
	Attr:    "date_of_sale",
	Bad:     `{"date_of_sale": "31/01/2024"}`,
	Good:    `{"date_of_sale": "2024-01-31"}`,
}

// ParseDate reads YYYY-MM-DD. It returns false for a date that does not exist.
func ParseDate[T string | []byte](s T) (Date, bool) {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return 0, false
	}
	year, ok1 := digits(s[0:4])
	month, ok2 := digits(s[5:7])
	day, ok3 := digits(s[8:10])
	if !ok1 || !ok2 || !ok3 || year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return 0, false
	}
	return newDate(year, month, day), true
}

func digits[T string | []byte](s T) (n int, ok bool) {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

func daysIn(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// AddDays returns the date n days later. The zero Date stays the zero Date.
func (d Date) AddDays(n int) Date {
	if d == 0 {
		return 0
	}
	return DateOf(d.Time().AddDate(0, 0, n))
}

// Time returns the date's midnight in UTC.
func (d Date) Time() time.Time {
	return time.Date(int(d)/10000, time.Month(int(d)/100%100), int(d)%100, 0, 0, 0, 0, time.UTC)
}

// String returns YYYY-MM-DD, or the empty text for the zero Date.
func (d Date) String() string {
	if d == 0 {
		return ""
	}
	text, _ := d.AppendText(make([]byte, 0, len(time.DateOnly)))
	return string(text)
}

// AppendText appends the text of String, for JSON.
func (d Date) AppendText(b []byte) ([]byte, error) {
	if d == 0 {
		return b, nil
	}
	digit := func(unit Date) byte { return '0' + byte(d/unit%10) }
	return append(b, digit(1e7), digit(1e6), digit(1e5), digit(1e4), '-', digit(1e3), digit(1e2), '-', digit(10), digit(1)), nil
}

// MarshalText returns the text of String, for version 1 of encoding/json.
func (d Date) MarshalText() ([]byte, error) {
	return d.AppendText(nil)
}

// RuleInvalidDatetime is broken by a text that is not a datetime with its zone.
var RuleInvalidDatetime = catalogue.Rule{
	Code: "invalid_datetime", Area: catalogue.Shape,
	Meaning: "The value is not a datetime with its zone.",
	Remedy:  "Write it as YYYY-MM-DDTHH:MM:SSZ, or with an offset such as +01:00 in place of the Z; a zone is never guessed.",
	Attr:    "consents.0.signed_at",
	Bad:     `{"consents": [{"type": "DATA_SHARING", "value": "ACCEPTED", "signed_at": "2024-01-31T09:30:00"}]}`,
	Good:    `{"consents": [{"type": "DATA_SHARING", "value": "ACCEPTED", "signed_at": "2024-01-31T09:30:00Z"}]}`,
}

// ParseDatetime reads RFC 3339, and returns the time in UTC. Package time accepts more
// than RFC 3339: hours of one digit, a comma before the fraction, offsets of a day and
// above.
func ParseDatetime(s string) (time.Time, bool) {
	text := strings.ToUpper(s) // t and z may be lower case
	if len(text) < len("2006-01-02T15:04:05Z") || text[13] != ':' || strings.ContainsRune(text, ',') {
		return time.Time{}, false
	}
	if zone := text[len(text)-len("07:00"):]; zone[4] != 'Z' && (zone[:2] > "23" || zone[3:] > "59") {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339, text)
	return t.UTC(), err == nil
}

func (m *member) datetime(s []byte, v reflect.Value, at *fault.At) {
	t, ok := ParseDatetime(string(s))
	if !ok {
		at.Add(RuleInvalidDatetime.Code, m.shown(s)+" is not a datetime that exists, with its zone, written as YYYY-MM-DDTHH:MM:SSZ.")
		return
	}
	// Many programs send the zero time in place of an absent datetime.
	if t.Year() < 1 || t.Year() > 9999 || t.IsZero() {
		at.Add(RuleInvalidDatetime.Code, m.shown(s)+" lies outside the years 0001 to 9999 in UTC, or is their very first moment.")
		return
	}
	v.Set(reflect.ValueOf(t))
}
