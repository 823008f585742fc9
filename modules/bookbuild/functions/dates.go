package functions

import (
	"database/sql/driver"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// dates reads dates by patterns. A year with two digits is the one from ninety years before
// today to nine years after it.
type dates struct{ today time.Time }

// moment is what a pattern reads.
type moment struct{ year, month, day, hour, minute, second int }

// fields are the parts of patterns.
var fields = []struct {
	name   string
	digits int // at most
	set    func(m *moment, n int)
}{
	{"YYYY", 4, func(m *moment, n int) { m.year = n }},
	{"YY", 2, nil},
	{"MON", 0, nil},
	{"MM", 2, func(m *moment, n int) { m.month = n }},
	{"MI", 2, func(m *moment, n int) { m.minute = n }},
	{"DD", 2, func(m *moment, n int) { m.day = n }},
	{"HH", 2, func(m *moment, n int) { m.hour = n }},
	{"SS", 2, func(m *moment, n int) { m.second = n }},
}

// months are the beginnings of months' names, in several languages.
var months = [12][]string{
	{"jan", "jän", "ene", "gen"}, {"feb", "fév", "fev"}, {"mar", "mär", "mrz", "maa"}, {"apr", "avr", "abr"},
	{"may", "mai", "mei", "mag", "maj"}, {"jun", "juin", "giu"}, {"jul", "juil", "lug"}, {"aug", "aoû", "aou", "ago"},
	{"sep", "set"}, {"oct", "okt", "ott", "out"}, {"nov"}, {"dec", "dez", "déc", "dic"},
}

// Parse reads a date by a pattern of YYYY, YY, MM, MON, DD, HH, MI and SS. Every other
// character of the pattern stands for itself. A * at its end stands for any rest. Days,
// months and hours may have one digit, unless a digit follows.
func (d dates) parse(s, pattern string) (m moment, ok bool) {
	for pattern != "" {
		if pattern == "*" {
			return m, true
		}
		f := -1
		for i := range fields {
			if strings.HasPrefix(pattern, fields[i].name) {
				f = i
				break
			}
		}
		if f < 0 {
			if s == "" || s[0] != pattern[0] {
				return m, false
			}
			s, pattern = s[1:], pattern[1:]
			continue
		}
		pattern = pattern[len(fields[f].name):]
		switch name := fields[f].name; name {
		case "MON":
			m.month, s = cutMonth(s)
			if m.month == 0 {
				return m, false
			}
		default:
			n, length := 0, 0
			for length < len(s) && length < fields[f].digits && s[length] >= '0' && s[length] <= '9' {
				n, length = n*10+int(s[length]-'0'), length+1
			}
			adjacent := pattern != "" && pattern[0] >= 'A' && pattern[0] <= 'Z' && !strings.HasPrefix(pattern, "T")
			if length == 0 || length < fields[f].digits && (adjacent || name == "YYYY" || name == "YY") {
				return m, false
			}
			s = s[length:]
			if name == "YY" {
				m.year = d.century(n)
			} else {
				fields[f].set(&m, n)
			}
		}
	}
	return m, s == ""
}

func (d dates) century(n int) int {
	latest := d.today.Year() + 9
	return latest - (latest-n)%100
}

// cutMonth reads the name of a month, whole or shortened.
func cutMonth(s string) (month int, rest string) {
	word := s
	if end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		word = s[:end]
	}
	rest = strings.TrimPrefix(s[len(word):], ".")
	word = strings.ToLower(word)
	for i, names := range months {
		for _, name := range names {
			if strings.HasPrefix(word, name) {
				return i + 1, rest
			}
		}
	}
	return 0, s
}

// date is the day, where it exists.
func (m moment) date() (payload.Date, bool) {
	return payload.ParseDate(fmt.Sprintf("%04d-%02d-%02d", m.year, m.month, m.day))
}

// isZeros reports whether a text is how some systems write that there is no date, such as
// 00.00.0000.
func isZeros(s string) bool {
	return strings.Contains(s, "0") && strings.Trim(s, "0-./: T") == ""
}

// toDate is a date by the first pattern that fits.
func (d dates) toDate(args []driver.Value) (driver.Value, error) {
	if len(args) < 2 {
		return nil, errArguments("to_date(text, 'DD.MM.YYYY' [, another pattern, ...])")
	}
	s := readText(args[0])
	if s == "" || isMarked(s) || isZeros(s) {
		return readMarked(s), nil
	}
	for _, pattern := range args[1:] {
		if m, ok := d.parse(s, readText(pattern)); ok {
			if date, exists := m.date(); exists {
				return date.String(), nil
			}
		}
	}
	return markDate(s, args[1:]), nil
}

// readMarked is a text that is marked, or NULL.
func readMarked(s string) driver.Value {
	if isMarked(s) {
		return s
	}
	return nil
}

func markDate(s string, patterns []driver.Value) string {
	texts := make([]string, len(patterns))
	for i, pattern := range patterns {
		texts[i] = readText(pattern)
	}
	return mark(CodeNotUnderstood, "A date of the form "+fault.Form(s)+" does not exist, or does not have the pattern "+strings.Join(texts, " or ")+".", s)
}

// zones keeps the time zones that were loaded, since each takes a file.
var zones sync.Map

func loadZone(name string) (*time.Location, error) {
	if known, ok := zones.Load(name); ok {
		return known.(*time.Location), nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" {
		return nil, fmt.Errorf("there is no time zone %q; an example is Europe/Berlin", name)
	}
	zones.Store(name, zone)
	return zone, nil
}

// toDatetime is a moment in UTC, by a pattern and the zone of the extract's clock.
func (d dates) toDatetime(args []driver.Value) (driver.Value, error) {
	if len(args) != 3 {
		return nil, errArguments("to_datetime(text, 'DD.MM.YYYY HH:MI:SS', 'Europe/Berlin')")
	}
	zone, err := loadZone(readText(args[2]))
	if err != nil {
		return nil, err
	}
	s := readText(args[0])
	if s == "" || isMarked(s) || isZeros(s) {
		return readMarked(s), nil
	}
	m, ok := d.parse(s, readText(args[1]))
	if _, exists := m.date(); !ok || !exists || m.hour > 23 || m.minute > 59 || m.second > 59 {
		return markDate(s, args[1:2]), nil
	}
	return time.Date(m.year, time.Month(m.month), m.day, m.hour, m.minute, m.second, 0, zone).UTC().Format(time.RFC3339), nil
}

// ReadsDate reports whether a text is a date that exists, by a pattern.
func ReadsDate(s, pattern string, today time.Time) bool {
	m, ok := dates{today}.parse(trim(s), pattern)
	_, exists := m.date()
	return ok && exists
}
