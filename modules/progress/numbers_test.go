package progress

import (
	"testing"
	"time"
)

func TestFormatNumber(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567", -1: "-1", -999: "-999", -1000: "-1,000"} {
		if got := formatNumber(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestFormatTimeLeft(t *testing.T) {
	for _, c := range []struct {
		rest int
		pace float64
		want string
	}{
		{0, 5, ""}, {5, 0, ""}, {5, -1, ""}, {1, 1000, "1 min"}, {100, 10, "10 min"}, {59, 1, "59 min"}, {60, 1, "1 h 0 min"}, {1_000_000, 11_000, "1 h 31 min"},
		{100_000, 10, "6 days"}, {1_000_000, 0.1, "more than a year"}, {1_000_000_000, 1e-9, "more than a year"},
	} {
		if got := formatTimeLeft(c.rest, c.pace); got != c.want {
			t.Errorf("%d at %g: %q, want %q", c.rest, c.pace, got, c.want)
		}
	}
}

func TestComputeThousandths(t *testing.T) {
	for _, c := range []struct{ staged, imported, want int }{{0, 0, 0}, {1, 0, 0}, {0, 1, 1000}, {1, 999_999, 999}, {1, 1, 500}, {-1, 1, 0}, {-5, 3, 0}} {
		count := counters{n: map[string]int{staged: c.staged, imported: c.imported}}
		if got := count.computeThousandths(); got != c.want {
			t.Errorf("%d staged, %d imported: %d, want %d", c.staged, c.imported, got, c.want)
		}
		for _, part := range newBar(&count, "").Parts {
			if part.X < 0 || part.Width < 1 || part.X+part.Width > 1000 {
				t.Errorf("%d staged, %d imported: a part of the bar is %+v", c.staged, c.imported, part)
			}
		}
	}
}

func TestComputeStep(t *testing.T) {
	for _, most := range []int{0, 1, 3, 4, 5, 9, 10, 399, 400, 401, 999, 1_000_000, 1_000_001, 123_456_789} {
		step := computeStep(most)
		if step < 1 || step*4 < most || step > 1 && step*4 > most*3 {
			t.Errorf("%d: %d", most, step)
		}
	}
}

func TestComputePerMinute(t *testing.T) {
	for n, want := range map[float64]string{-1: "", 0: "0", 0.04: "0.0", 3.14159: "3.1", 9.96: "10.0", 10: "10", 1234.5: "1,235"} {
		if got := formatPerMinute(n); got != want {
			t.Errorf("%g: %q, want %q", n, got, want)
		}
	}
	if got := computePerMinute(100, 0); got != 600 {
		t.Errorf("in no time: %g", got)
	}
	if got := computePerMinute(-5, time.Minute); got != 0 {
		t.Errorf("backwards: %g", got)
	}
}
