package progress

import (
	"math"
	"strconv"
	"time"

	"github.com/dustin/go-humanize"

	"dataimport/modules/kit/store/database"
)

const (
	// recentPeriod is the period of the current import rate.
	recentPeriod = 5 * time.Minute
	// stillAfter is how long no account must change until an import counts as standing still.
	stillAfter = 10 * time.Minute
	// minPeriod is the shortest period of a rate. It keeps the rate of the first seconds realistic.
	minPeriod = 10 * time.Second
)

// importRate is how many accounts are imported per minute. A negative rate is unknown.
type importRate struct{ now, average float64 }

// readImportRate reads the rate of a supplier's import. The average covers the time between its
// first account and its last.
func readImportRate(q database.Querier, supplierID string, imported int, now time.Time) (importRate, error) {
	p := importRate{-1, -1}
	first, last, err := readActivePeriod(q, supplierID, "imported")
	if err != nil || first.IsZero() || imported == 0 {
		return p, err
	}
	start := now.Truncate(time.Minute).Add(-recentPeriod)
	before, err := readValuesBefore(q, supplierID, "imported", []time.Time{start})
	if err != nil {
		return p, err
	}
	p.now = computePerMinute(imported-before[0], now.Sub(latestOf(start, first)))
	p.average = computePerMinute(imported, earliestOf(now, last.Add(time.Minute)).Sub(first))
	return p, nil
}

func computePerMinute(n int, during time.Duration) float64 {
	return math.Max(0, float64(n)) / max(during, minPeriod).Minutes()
}

func latestOf(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earliestOf(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// formatPerMinute returns a rate for readers. Below ten it has a decimal.
func formatPerMinute(n float64) string {
	switch {
	case n < 0:
		return ""
	case n > 0 && n < 10:
		return strconv.FormatFloat(n, 'f', 1, 64)
	}
	return formatNumber(int(math.Round(n)))
}

// formatTimeLeft returns how long the remaining accounts take at a rate. It is empty where the time
// is unknown.
func formatTimeLeft(rest int, perMinute float64) string {
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

// formatNumber returns a number with commas between its thousands.
func formatNumber(n int) string { return humanize.Comma(int64(n)) }
