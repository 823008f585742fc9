package payload

import (
	"testing"
	"time"
)

func TestDates(t *testing.T) {
	for written, want := range map[string]Date{
		"2024-02-29": 20240229, "2000-02-29": 20000229, "0001-01-01": 10101, "9999-12-31": 99991231, "2023-04-30": 20230430,
		"2023-02-29": 0, "1900-02-29": 0, "2023-02-30": 0, "2023-04-31": 0, "2023-13-01": 0, "2023-00-01": 0, "2023-01-00": 0,
		"2023-01-32": 0, "0000-01-01": 0, "10000-01-01": 0, "2023-1-01": 0, "2023-01-1": 0, "23-01-01": 0, "2023/01/01": 0,
		"20230101": 0, "2023-01-01T": 0, "2023-01-01T00:00:00Z": 0, "-023-01-01": 0, "+023-01-01": 0, "2023-0x-01": 0, "２０２３": 0, "": 0,
	} {
		d, ok := ParseDate(written)
		if d != want || ok != (want != 0) {
			t.Errorf("%q: got %d %t", written, d, ok)
		}
		if b, okBytes := ParseDate([]byte(written)); b != d || okBytes != ok {
			t.Errorf("%q: bytes are read otherwise", written)
		}
		if ok && d.String() != written {
			t.Errorf("%q is written as %s", written, d)
		}
	}
}

// Every day of four centuries is the same as in package time.
func TestDatesAreDays(t *testing.T) {
	day := time.Date(1700, 1, 1, 0, 0, 0, 0, time.UTC)
	for d := DateOf(day); d < 21010101; d = d.AddDays(1) {
		if parsed, ok := ParseDate(day.Format(time.DateOnly)); !ok || parsed != d || !d.Time().Equal(day) || d.AddDays(-1).AddDays(1) != d {
			t.Fatalf("%s: got %s %t", day, d, ok)
		}
		day = day.AddDate(0, 0, 1)
	}
	if day.Year() != 2101 {
		t.Errorf("ended at %s", day)
	}
}

func TestNoDate(t *testing.T) {
	var none Date
	if none.String() != "" || none.AddDays(1) != none {
		t.Errorf("no date is %q, and a day later %s", none, none.AddDays(1))
	}
}

func TestDateOfIsLocal(t *testing.T) {
	moment := time.Date(2024, 6, 30, 23, 30, 0, 0, time.UTC)
	if d := DateOf(moment.In(time.FixedZone("", 3600))); d != 20240701 {
		t.Errorf("got %s", d)
	}
}

func TestDatetimes(t *testing.T) {
	for _, c := range []struct{ written, want string }{ // an empty want means refused
		{"2024-02-29T23:59:59Z", "2024-02-29T23:59:59Z"},
		{"2024-02-29t23:59:59z", "2024-02-29T23:59:59Z"},
		{"2024-02-29T23:59:59.5Z", "2024-02-29T23:59:59.5Z"},
		{"2024-02-29T23:59:59.123456789Z", "2024-02-29T23:59:59.123456789Z"},
		{"2024-02-29T23:59:59+00:00", "2024-02-29T23:59:59Z"},
		{"2024-02-29T23:59:59-00:00", "2024-02-29T23:59:59Z"},
		{"2024-02-29T23:59:59-01:00", "2024-03-01T00:59:59Z"},
		{"2024-03-01T00:00:00+05:45", "2024-02-29T18:15:00Z"},
		{"2024-01-01T00:00:00+23:59", "2023-12-31T00:01:00Z"},
		{"0001-01-01T00:00:01Z", "0001-01-01T00:00:01Z"},
		{"9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"},
		{"0001-01-01T00:00:00Z", ""},
		{"0001-01-01T00:30:00+00:30", ""},
		{"0001-01-01T00:00:00+01:00", ""},
		{"9999-12-31T23:59:59-01:00", ""},
		{"0000-06-01T00:00:00Z", ""},
		{"2024-02-29T23:59:59", ""},
		{"2024-02-29", ""},
		{"2024-02-29 23:59:59Z", ""},
		{"2024-02-29T23:59Z", ""},
		{"2024-02-29T3:59:59Z", ""},
		{"2024-02-29T23:59:59,5Z", ""},
		{"2024-02-29T23:59:59.Z", ""},
		{"2024-02-29T23:59:60Z", ""},
		{"2024-02-29T24:00:00Z", ""},
		{"2024-02-29T23:60:00Z", ""},
		{"2023-02-29T00:00:00Z", ""},
		{"2024-02-29T23:59:59+24:00", ""},
		{"2024-02-29T23:59:59+00:60", ""},
		{"2024-02-29T23:59:59+0100", ""},
		{"2024-02-29T23:59:59+01", ""},
		{"2024-02-29T23:59:59 +01:00", ""},
		{"2024-02-29T23:59:59 GMT", ""},
		{"2024-02-29T23:59:59ZZ", ""},
		{"1709251199", ""},
	} {
		_, faults := read(t, with("moment", `"`+c.written+`"`))
		if c.want == "" {
			if len(faults) != 1 || faults[0].Code != RuleInvalidDatetime.Code || faults[0].Attr != "moment" {
				t.Errorf("%s: got %v", c.written, faults)
			}
			continue
		}
		s := clean(t, with("moment", `"`+c.written+`"`))
		if got := s.Moment.Format(time.RFC3339Nano); got != c.want || s.Moment.Location() != time.UTC {
			t.Errorf("%s: got %s", c.written, got)
		}
	}
}
