package functions

import (
	"database/sql/driver"
	"testing"

	"github.com/shopspring/decimal"
)

// Whatever an extract has, a number that is understood is one with a point, and stays the same
// when it is read again.
func FuzzParseDecimal(f *testing.F) {
	for _, s := range []string{"1.234,56", "-0,00", "(12)", "1.045,10-", "£1,234.50", "CHF 1'234.05", "−3", ",5", "1e5", "--1", "٣", "\xff"} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, s string, comma bool) {
		mark := byte('.')
		if comma {
			mark = ','
		}
		d, ok := ParseDecimal(s, mark)
		if !ok {
			return
		}
		if _, err := decimal.NewFromString(d); err != nil {
			t.Fatalf("%q is understood as %q: %v", s, d, err)
		}
		if again, ok := ParseDecimal(d, '.'); !ok || again != d {
			t.Fatalf("%q is %q, and that is %q", s, d, again)
		}
	})
}

// A line from which marked values were taken has none, and is the same when they are taken again.
func FuzzLines(f *testing.F) {
	f.Add(`{"a":"` + mark(CodeNotUnderstood, "x", "y") + `"}`)
	f.Add(`{"a":[1.50,null,"",{"b":{}}]}`)
	f.Add(`{"` + markBegin + `":"` + markBegin + markEnd + markBegin + `"}`)
	f.Fuzz(func(t *testing.T, line string) {
		if smaller, err := compact([]driver.Value{line}); err == nil && smaller != nil {
			if again, err := compact([]driver.Value{smaller}); err != nil || again != smaller {
				t.Fatalf("%q is %q, and that is %q, %v", line, smaller, again, err)
			}
		}
		taken, _, err := TakeMarked([]byte(line))
		if err != nil {
			return
		}
		if _, faults, err := TakeMarked(taken); len(faults) > 0 || err != nil {
			t.Fatalf("%q: faults are left: %v %v", line, faults, err)
		}
	})
}
