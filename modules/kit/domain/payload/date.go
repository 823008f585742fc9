package payload

import (
	"strings"
	"time"
)

// Date is a calendar date without a zone, as yyyymmdd; dates compare with < and >.
// The zero Date is no date.
type Date int32

// DateOf is the date of a moment in its own location.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return newDate(year, int(month), day)
}

func newDate(year, month, day int) Date {
	return Date(year*10000 + month*100 + day)
}

// ParseDate reads YYYY-MM-DD; the date must exist.
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

// AddDays is the date n days later; no date stays none.
func (d Date) AddDays(n int) Date {
	if d == 0 {
		return 0
	}
	return DateOf(d.Time().AddDate(0, 0, n))
}

// Time is the date's midnight in UTC.
func (d Date) Time() time.Time {
	return time.Date(int(d)/10000, time.Month(int(d)/100%100), int(d)%100, 0, 0, 0, 0, time.UTC)
}

// String is YYYY-MM-DD, empty for no date.
func (d Date) String() string {
	if d == 0 {
		return ""
	}
	text, _ := d.AppendText(make([]byte, 0, len(time.DateOnly)))
	return string(text)
}

// AppendText is String, for JSON.
func (d Date) AppendText(b []byte) ([]byte, error) {
	if d == 0 {
		return b, nil
	}
	digit := func(unit Date) byte { return '0' + byte(d/unit%10) }
	return append(b, digit(1e7), digit(1e6), digit(1e5), digit(1e4), '-', digit(1e3), digit(1e2), '-', digit(10), digit(1)), nil
}

// MarshalText is String, for JSON of before version 2.
func (d Date) MarshalText() ([]byte, error) {
	return d.AppendText(nil)
}

// parseDatetime reads RFC 3339, as UTC. Package time takes more than that: hours of
// one digit, a comma before the fraction, offsets of a day and above.
func parseDatetime(s []byte) (time.Time, bool) {
	text := strings.ToUpper(string(s)) // t and z may be small letters
	if len(text) < len("2006-01-02T15:04:05Z") || text[13] != ':' || strings.ContainsRune(text, ',') {
		return time.Time{}, false
	}
	if zone := text[len(text)-len("07:00"):]; zone[4] != 'Z' && (zone[:2] > "23" || zone[3:] > "59") {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339, text)
	return t.UTC(), err == nil
}
