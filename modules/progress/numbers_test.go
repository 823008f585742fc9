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

// Each account that was sent is in one state, and the percentage is of the expected ones.
func TestTally(t *testing.T) {
	for name, c := range map[string]struct {
		staged, imported, incomplete, refused, unstaged, skipped int
		expected, unsent                                         int
		known                                                    bool
		percent, sum                                             string
	}{
		"nothing":            {sum: "No account has been sent yet."},
		"nothing of a book":  {unsent: 5000, known: true, percent: "0.0 %", sum: "No account has been sent yet; 5,000 are expected."},
		"no expectation":     {imported: 836, sum: "836 sent = 836 imported + 0 incomplete + 0 refused + 0 skipped + 0 left."},
		"some of a book":     {imported: 836, unsent: 4164, known: true, percent: "16.7 %", sum: "836 sent = 836 imported + 0 incomplete + 0 refused + 0 skipped + 0 left. 5,000 are expected."},
		"some of a setting":  {imported: 836, expected: 5000, percent: "16.7 %", sum: "836 sent = 836 imported + 0 incomplete + 0 refused + 0 skipped + 0 left. 5,000 are expected."},
		"the setting wins":   {imported: 1, expected: 4, unsent: 9, known: true, percent: "25.0 %", sum: "1 sent = 1 imported + 0 incomplete + 0 refused + 0 skipped + 0 left. 4 are expected."},
		"more than expected": {imported: 8, expected: 4, percent: "100.0 %", sum: "8 sent = 8 imported + 0 incomplete + 0 refused + 0 skipped + 0 left. 8 are expected."},
		"half refused":       {imported: 150, refused: 150, unstaged: 150, expected: 300, percent: "50.0 %", sum: "300 sent = 150 imported + 0 incomplete + 150 refused + 0 skipped + 0 left. 300 are expected."},
		"each state": {staged: 10, imported: 20, incomplete: 5, refused: 7, unstaged: 4, skipped: 2, expected: 40, percent: "37.5 %",
			sum: "36 sent = 15 imported + 5 incomplete + 7 refused + 2 skipped + 7 left. 40 are expected."},
		"nearly all": {imported: 999_999, expected: 1_000_000, percent: "99.9 %", sum: "999,999 sent = 999,999 imported + 0 incomplete + 0 refused + 0 skipped + 0 left. 1,000,000 are expected."},
		"below zero": {staged: -5, imported: -1, sum: "No account has been sent yet."},
	} {
		count := counters{n: map[string]int{
			staged: c.staged, imported: c.imported, incomplete: c.incomplete, refused: c.refused, unstaged: c.unstaged, skipped: c.skipped,
		}}
		got := newTally(&count, c.expected, c.unsent, c.known)
		if got.formatPercent() != c.percent || got.describeSum() != c.sum {
			t.Errorf("%s: %q %q", name, got.formatPercent(), got.describeSum())
		}
		end := 0
		for _, part := range got.newBar().Parts {
			if part.X != end || part.Width < 1 || part.X+part.Width > 1000 {
				t.Errorf("%s: a part of the bar is %+v, after %d", name, part, end)
			}
			end = part.X + part.Width
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
