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

// conclude prints the summary and returns what the command ends with.
func conclude(o options, s streams, j *journal, end error) error {
	verdict := j.tally.verdict(o)
	if end != nil {
		verdict = fmt.Errorf("%w; %s", end, carryOn(j, end))
	}
	if errors.Is(end, errInterrupted) {
		_, _ = fmt.Fprintln(s.out, verdict)
	}
	j.tally.print(s.out, o.mode)
	return verdict
}

// carryOn says what to do about lines that are left. A run that ended itself
// would end again as long as the reason stands.
func carryOn(j *journal, end error) string {
	how := "run the same command again to continue"
	if !j.kept() {
		how = "run the same command again to begin anew"
	}
	if _, stopped := errors.AsType[*stopError](end); stopped {
		return "once that is solved, " + how
	}
	return how
}

// verdict is nil if every account is where the run was to bring it.
func (t *tally) verdict(o options) error {
	if t.refused == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d accounts were refused; see %s", t.refused, t.read(), o.report)
}

// print writes the summary as a table. What a mode cannot have is left out.
func (t *tally) print(out io.Writer, m mode) {
	var b strings.Builder
	row := func(name string, value any) { fmt.Fprintf(&b, "%-60s %10v\n", name, value) }
	row("read", t.read())
	switch m {
	case modeValidate:
		row("valid", t.byState[stateValid])
	case modeDryRun:
		row("staged", t.staged)
		row("would import", t.byState[stateWouldImport])
		row("already imported", t.byState[stateAlready])
	default:
		row("staged", t.staged)
		row("imported", t.byState[stateImported])
		row("already imported", t.byState[stateAlready])
	}
	t.printRefused(row)
	row("unfinished", t.unfinished)
	row("duration", t.ran.Round(time.Millisecond))
	row("accounts per second", fmt.Sprintf("%.1f", perSecond(t.finished, t.ran)))
	if t.unread {
		b.WriteString("The book was not read to its end.\n")
	}
	_, _ = io.WriteString(out, b.String()) // the command's error does not depend on it
}

// printRefused breaks the refused lines down by code, and a code's lines by
// their faults. A line may have several.
func (t *tally) printRefused(row func(string, any)) {
	row("refused", t.refused)
	for _, code := range byCount(t.byCode, func(c *codeTally) int { return c.lines }) {
		row("  "+code, t.byCode[code].lines)
		faults := t.byCode[code].faults
		for _, fault := range byCount(faults, func(n int) int { return n }) {
			row("    "+fault, faults[fault])
		}
	}
	if t.refusedAfter > 0 {
		row("  of these, account imported and further data refused", t.refusedAfter)
	}
}

// byCount returns the names, the most frequent first.
func byCount[V any](counts map[string]V, count func(V) int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(count(counts[b]), count(counts[a])), cmp.Compare(a, b))
	})
}

func perSecond(n int, d time.Duration) float64 {
	if d <= 0 {
		return 0
	}
	return float64(n) / d.Seconds()
}
