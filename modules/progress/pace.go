package progress

import (
	"math"
	"strconv"
	"time"

	"dataimport/modules/kit/store/database"
)

const (
	// recently is how far back "now" reaches for the pace.
	recently = 5 * time.Minute
	// stillness is how long nothing happens until an import stands still.
	stillness = 10 * time.Minute
	// leastTime keeps the first seconds of an import from looking like a record.
	leastTime = 10 * time.Second
)

// pace is how many accounts are imported per minute. One that is negative cannot be told.
type pace struct{ now, average float64 }

// readPace is the pace of a supplier's import. The average is over the time between
// its first account and its last.
func readPace(q database.Querier, supplierID string, imported int, now time.Time) (pace, error) {
	p := pace{-1, -1}
	first, last, err := minutesOf(q, supplierID, "imported")
	if err != nil || first.IsZero() || imported == 0 {
		return p, err
	}
	start := now.Truncate(time.Minute).Add(-recently)
	before, err := valuesBefore(q, supplierID, "imported", []time.Time{start})
	if err != nil {
		return p, err
	}
	p.now = perMinute(imported-before[0], now.Sub(later(start, first)))
	p.average = perMinute(imported, earlier(now, last.Add(time.Minute)).Sub(first))
	return p, nil
}

func perMinute(n int, during time.Duration) float64 {
	return math.Max(0, float64(n)) / max(during, leastTime).Minutes()
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// perMinuteText is a number per minute; below ten, a decimal says more.
func perMinuteText(n float64) string {
	switch {
	case n < 0:
		return ""
	case n > 0 && n < 10:
		return strconv.FormatFloat(n, 'f', 1, 64)
	}
	return grouped(int(math.Round(n)))
}

// timeLeft is how long the rest takes at a pace; empty where there is no telling.
func timeLeft(rest int, perMinute float64) string {
	if rest <= 0 || perMinute <= 0 {
		return ""
	}
	minutes := int(math.Ceil(float64(rest) / perMinute))
	switch {
	case minutes < 60:
		return strconv.Itoa(minutes) + " min"
	case minutes < 48*60:
		return strconv.Itoa(minutes/60) + " h " + strconv.Itoa(minutes%60) + " min"
	case minutes < 365*24*60:
		return strconv.Itoa(minutes/60/24) + " days"
	}
	return "more than a year"
}

// grouped is a number with commas between its thousands.
func grouped(n int) string {
	text := strconv.Itoa(n)
	sign := 0
	if n < 0 {
		sign = 1
	}
	for i := len(text) - 3; i > sign; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
