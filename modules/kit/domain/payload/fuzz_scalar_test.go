package payload

import (
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

// A date that is read and written again is the same text.
func FuzzDate(f *testing.F) {
	for _, seed := range []string{"2024-02-29", "2023-02-29", "0000-00-00", "9999-12-31", "2024-2-9", "２０２４-02-29", "2024-02-29T"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		date, ok := ParseDate(text)
		if _, err := time.Parse(time.DateOnly, text); ok && (date.String() != text || err != nil) {
			t.Errorf("%q is read as %s, %v", text, date, err)
		}
	})
}

// A datetime that is read is one of RFC 3339 with a zone. Written and read again, it is
// the same.
func FuzzDatetime(f *testing.F) {
	for _, seed := range []string{"2024-02-29T23:59:59.999999999Z", "2024-02-29t00:00:00z", "2024-02-29T00:00:00+14:00", "2024-02-29T00:00:00", "2024-02-29T0:00:00Z", "2016-12-31T23:59:60Z", "0000-01-01T00:00:00+23:59"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read, ok := ParseDatetime(text)
		if !ok {
			return
		}
		if read.Location() != time.UTC || !strings.ContainsAny(text, "Zz+-") {
			t.Errorf("%q is read as %s", text, read)
		}
		if year := read.Year(); year < 0 || year > 9999 {
			return // RFC 3339 cannot write it
		}
		if again, ok := ParseDatetime(read.Format(time.RFC3339Nano)); !ok || !again.Equal(read) {
			t.Errorf("%q is read as %s, and then as %s", text, read, again)
		}
	})
}

// A decimal that is read is exact and within its bounds.
func FuzzDecimal(f *testing.F) {
	for _, seed := range []string{"0", "-0.00", "12.345", "1e2", "1E-2", "1e999999999", ".5", "5.", "+1", "١٢", "0x1", "1_000", "NaN", strings.Repeat("9", 70)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, wrong := parseDecimal([]byte(text), 12, 2)
		if wrong.Code != "" {
			return
		}
		exact, err := decimal.NewFromString(text)
		if err != nil || !exact.Equal(d) || d.Abs().Cmp(decimal.New(1, 12)) >= 0 || !d.Equal(d.Truncate(2)) {
			t.Errorf("%q is read as %s, not %s, %v", text, d, exact, err)
		}
	})
}
