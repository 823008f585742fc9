package progress

import (
	"fmt"
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/views"
)

// tally is how many accounts of a supplier are in each state. Each account that was sent is in one
// of them.
type tally struct {
	imported, incomplete, refused, skipped, left int
	// unsent is how many expected accounts were never sent. It is known only where something says
	// how many are expected.
	unsent int
	known  bool
}

// newTally computes the states from the counters. expected is what the supplier's settings say,
// or 0; unsent is what the books of the runs say.
func newTally(c *counters, expected, unsent int, known bool) tally {
	t := tally{
		imported: max(0, c.n[imported]-c.n[incomplete]), incomplete: max(0, c.n[incomplete]), refused: max(0, c.n[refused]), skipped: max(0, c.n[skipped]),
		left: max(0, c.n[staged]-(c.n[refused]-c.n[unstaged])), unsent: unsent, known: known,
	}
	if expected > 0 {
		t.unsent, t.known = max(0, expected-t.sent()), true
	}
	return t
}

func (t *tally) sent() int { return t.imported + t.incomplete + t.refused + t.skipped + t.left }

// expected is how many accounts there will be, as far as it is known.
func (t *tally) expected() int { return t.sent() + t.unsent }

// rest is how many accounts are still to be imported.
func (t *tally) rest() int { return t.left + t.refused + t.unsent }

// share is the accounts of one state.
type share struct {
	words, name, class string
	n                  int
	filter             string // the state that the list of accounts shows; empty for none
	always             bool   // whether its figure is shown without accounts
}

func (t *tally) shares() []share {
	return []share{
		{"imported", "Imported", "imported", t.imported, imported, true},
		{"incomplete", "Incomplete", "incomplete", t.incomplete, incomplete, true},
		{"refused", "Refused", "refused", t.refused, refused, true},
		{"skipped", "Skipped", "skipped", t.skipped, string(account.Skipped), true},
		{"left", "Left to import", "staged", t.left, staged, true},
		{"not sent yet", "Not sent yet", "", t.unsent, "", t.known},
	}
}

// formatPercent returns the share of the expected accounts that are imported and complete. It is
// 100 only when all are, and empty where nothing says how many are expected.
func (t *tally) formatPercent() string {
	if !t.known || t.expected() == 0 {
		return ""
	}
	thousandths := t.imported * 1000 / t.expected()
	return fmt.Sprintf("%d.%d %%", thousandths/10, thousandths%10)
}

// describeSum returns the accounts by state, in a sum.
func (t *tally) describeSum() string {
	if t.sent() == 0 {
		if t.unsent > 0 {
			return "No account has been sent yet; " + formatNumber(t.unsent) + " are expected."
		}
		return "No account has been sent yet."
	}
	var parts []string
	for _, s := range t.shares()[:5] {
		parts = append(parts, formatNumber(s.n)+" "+s.words)
	}
	sum := formatNumber(t.sent()) + " sent = " + strings.Join(parts, " + ") + "."
	if t.known {
		sum += " " + formatNumber(t.expected()) + " are expected."
	}
	return sum
}

// describeRest says what an import that stands still waits for.
func (t *tally) describeRest() string {
	var parts []string
	for _, part := range []struct {
		n    int
		text string
	}{{t.left, "left to import"}, {t.refused, "refused, and wait to be corrected and sent again"}, {t.unsent, "not sent yet"}} {
		if part.n > 0 {
			parts = append(parts, formatNumber(part.n)+" "+part.text)
		}
	}
	return "Nothing has happened for ten minutes. Accounts: " + strings.Join(parts, "; ") + "."
}

// listFigures returns the numbers with the lists of their accounts.
func (t *tally) listFigures(page string) (list []views.RunFigure) {
	for _, s := range t.shares() {
		if !s.always {
			continue
		}
		figure := views.RunFigure{Name: s.name, Value: formatNumber(s.n), Class: s.class}
		if s.filter != "" && s.n > 0 {
			figure.List = addParameters(page, "state", s.filter)
		}
		list = append(list, figure)
	}
	return list
}

// newBar divides a bar of the expected accounts among the states. What was not sent stays empty.
func (t *tally) newBar() views.Bar {
	var parts []views.BarShare
	for _, s := range t.shares() {
		parts = append(parts, views.BarShare{Class: s.class, N: s.n})
	}
	return views.NewBar(t.describeSum(), t.expected(), parts)
}
