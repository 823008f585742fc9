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
	// idleAfter is how long no account must be imported until the current rate is zero.
	idleAfter = time.Minute
	// stillAfter is how long no account must change until an import counts as standing still.
	stillAfter = 10 * time.Minute
	// minPeriod is the shortest period of a rate. It keeps the rate of the first seconds realistic.
	minPeriod = 10 * time.Second
	// averagedMinutes is how many minutes with imports the average covers at most, so that it is
	// computed from a bounded number of rows.
	averagedMinutes = 1440
)

// importRate is how many accounts are imported per minute. A negative rate is unknown.
type importRate struct{ now, average float64 }

// readImportRate reads the rate of a supplier's import. The average covers the minutes in which
// accounts were imported.
func readImportRate(q database.Querier, supplierID string, c *counters, now time.Time) (importRate, error) {
	p := importRate{-1, -1}
	const query = `SELECT count(*), COALESCE(min(at), ''), COALESCE(max(at), '') FROM
		(SELECT at FROM progress_history WHERE supplier = ? AND name = 'imported' ORDER BY at DESC LIMIT ?)`
	var minutes int
	var from, to string
	if err := q.QueryRow(query, supplierID, averagedMinutes).Scan(&minutes, &from, &to); err != nil || minutes == 0 || c.n[imported] == 0 {
		return p, err
	}
	first, last := database.ParseTime(from), database.ParseTime(to)
	start := latestOf(now.Truncate(time.Minute).Add(-recentPeriod), first)
	before, err := readValuesBefore(q, supplierID, imported, []time.Time{first, start})
	if err != nil {
		return p, err
	}
	active := time.Duration(minutes-1)*time.Minute + min(time.Minute, now.Sub(last))
	p.average = computePerMinute(c.n[imported]-before[0], active)
	p.now = 0
	if now.Sub(c.moved) <= idleAfter {
		p.now = computePerMinute(c.n[imported]-before[1], now.Sub(start))
	}
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
