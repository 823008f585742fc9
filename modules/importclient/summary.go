package importclient

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

var errInterrupted = errors.New("interrupted")

// concludeRun prints the summary and returns the command's error.
func concludeRun(o options, s streams, log *resumeLog, end error) error {
	verdict := log.counts.newRefusedError(o)
	if end != nil {
		verdict = fmt.Errorf("%w; %s", end, describeContinuation(log, end))
	}
	if errors.Is(end, errInterrupted) {
		_, _ = fmt.Fprintln(s.out, verdict)
	}
	log.counts.printSummary(s.out, o.mode)
	return verdict
}

// describeContinuation says how to continue with the lines that are left. A run that stopped itself
// would stop again while the reason lasts.
func describeContinuation(log *resumeLog, end error) string {
	how := "run the same command again to continue"
	if !log.hasFile() {
		how = "run the same command again to begin anew"
	}
	if _, stopped := errors.AsType[*stopError](end); stopped {
		return "once that is solved, " + how
	}
	return how
}

// newRefusedError returns an error that counts the refused accounts, and nil where there are none.
func (c *counts) newRefusedError(o options) error {
	if c.refused == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d accounts were refused; see %s", c.refused, c.countRead(), o.report)
}

// printSummary writes the summary as a table. It leaves out rows that a mode cannot have.
func (c *counts) printSummary(out io.Writer, m mode) {
	var b strings.Builder
	row := func(name string, value any) { fmt.Fprintf(&b, "%-60s %10v\n", name, value) }
	row("read", c.countRead())
	switch m {
	case modeValidate:
		row("valid", c.byState[stateValid])
	case modeDryRun:
		row("staged", c.staged)
		row("would import", c.byState[stateWouldImport])
		row("already imported", c.byState[stateAlready])
	default:
		row("staged", c.staged)
		row("imported", c.byState[stateImported])
		row("already imported", c.byState[stateAlready])
	}
	c.printRefused(row)
	row("unfinished", c.unfinished)
	row("duration", c.duration.Round(time.Millisecond))
	row("accounts per second", fmt.Sprintf("%.1f", computeRate(c.finished, c.duration)))
	if c.unread {
		b.WriteString("The book was not read to its end.\n")
	}
	_, _ = io.WriteString(out, b.String()) // the command's error does not depend on it
}

// printRefused lists the refused lines by code, and a code's lines by their faults. A line may have
// several faults.
func (c *counts) printRefused(row func(string, any)) {
	row("refused", c.refused)
	for _, code := range sortByCount(c.byCode, func(c *codeCounts) int { return c.lines }) {
		row("  "+code, c.byCode[code].lines)
		faults := c.byCode[code].faults
		for _, fault := range sortByCount(faults, func(n int) int { return n }) {
			row("    "+fault, faults[fault])
		}
	}
	if c.refusedAfter > 0 {
		row("  of these, account imported and further data refused", c.refusedAfter)
	}
}

// sortByCount returns the names, the most frequent first.
func sortByCount[V any](counts map[string]V, count func(V) int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(count(counts[b]), count(counts[a])), cmp.Compare(a, b))
	})
}

func computeRate(n int, d time.Duration) float64 {
	if d <= 0 {
		return 0
	}
	return float64(n) / d.Seconds()
}
