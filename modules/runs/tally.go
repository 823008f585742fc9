package runs

import (
	"encoding/json/v2"
	"fmt"
	"strings"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// tally is how many lines of a run have each outcome.
type tally struct {
	n map[string]int64
	// refused and repeated lines were not sent: the client refused them, or had sent a line of
	// the same bytes.
	refused, repeated int64
}

// unsent is what a client says of lines that it has not sent.
type unsent struct {
	Refused  int64 `json:"refused"`
	Repeated int64 `json:"repeated"`
}

func readTally(q database.Querier, r *run) (tally, error) {
	var t tally
	if r.unsent != "" {
		var u unsent
		if json.Unmarshal([]byte(r.unsent), &u) == nil { // in a form of its own it says nothing here
			t.refused, t.repeated = max(0, u.Refused), max(0, u.Repeated)
		}
	}
	counts, err := readOutcomeCounts(q, r.id)
	t.n = counts
	return t, err
}

// share is a part of a run's lines, as its page shows it.
type share struct {
	words string // of the sentence: 12 incomplete
	name  string // of the figure
	class string // in the bar
	n     int64
	list  string // the outcome whose lines a list shows; empty for no list
}

// shares are all parts of the lines. Their sum is the lines of the book, where these are
// known.
func (t *tally) shares(r *run) []share {
	list := []share{
		{"imported", "Imported", "imported", t.n[outcomeImported], outcomeImported},
		{"would be imported", "Would be imported", "imported", t.n[outcomeWould], ""},
		{"added to imported accounts", "Added to imported accounts", "imported", t.n[outcomeAdded], outcomeAdded},
		{"imported already", "Imported already", "already", t.n[outcomeAlready], outcomeAlready},
		{"incomplete", "Incomplete", "incomplete", t.n[outcomeIncomplete], outcomeIncomplete},
		{"refused", "Refused", "refused", t.n[outcomeRefused], outcomeRefused},
		{"refused before sending", "Refused before sending", "refused", t.refused, ""},
		{"repeated", "Repeated", "already", t.repeated, ""},
		{"taken back", "Taken back", "skipped", t.n[outcomeTakenBack], outcomeTakenBack},
	}
	if left, known := t.left(r); known {
		list = append(list, share{"left", "Left", "", left, ""})
	}
	return list
}

// sent is how many lines have an outcome.
func (t *tally) sent() (n int64) {
	for _, outcome := range t.n {
		n += outcome
	}
	return n + t.refused + t.repeated
}

// left is how many lines of the book have no outcome yet. It is not known where the client
// has not said how many lines the book has.
func (t *tally) left(r *run) (n int64, known bool) {
	return max(0, r.bookLines-t.sent()), r.bookLines > 0
}

// sentence is the lines by outcome, in a sum.
func (t *tally) sentence(r *run) string {
	var parts []string
	for _, s := range t.shares(r) {
		if s.n > 0 {
			parts = append(parts, views.FormatNumber(int(s.n))+" "+s.words)
		}
	}
	total := max(t.sent(), r.bookLines)
	switch {
	case len(parts) == 0:
		return "No line has been sent yet."
	case total == 1:
		return "1 line: " + parts[0] + "."
	}
	return views.FormatNumber(int(total)) + " lines = " + strings.Join(parts, " + ") + "."
}

// figures are the numbers of the run's page, without those that are zero and say nothing.
func (t *tally) figures(r *run) (list []views.RunFigure) {
	for _, s := range t.shares(r) {
		always := s.list == outcomeImported && r.mode.stores() || s.list == outcomeRefused || s.class == ""
		if s.n == 0 && !always {
			continue
		}
		f := views.RunFigure{Name: s.name, Value: views.FormatNumber(int(s.n)), Class: s.class}
		if s.list != "" && s.n > 0 {
			f.List = linesAddress(r.id, "outcome", s.list)
		}
		list = append(list, f)
	}
	return list
}

// bar divides a bar of the book's lines among the outcomes.
func (t *tally) bar(r *run) views.Bar {
	var parts []views.BarShare
	for _, s := range t.shares(r) {
		parts = append(parts, views.BarShare{Class: s.class, N: int(s.n)})
	}
	return views.NewBar(t.sentence(r), int(max(t.sent(), r.bookLines)), parts)
}

// modeWords name what a run does.
var modeWords = map[Mode]string{modeImport: "Import", modeRehearsal: "Rehearsal", modeDryRun: "Dry run"}

func newRunLine(r *run, t *tally, snapshot *settings.Snapshot, now time.Time) views.RunLine {
	line := views.RunLine{
		Name: r.name, Address: paths.RunPage(r.id), Mode: modeWords[r.mode], State: t.state(r, now), Sentence: t.sentence(r), Bar: t.bar(r), OpenedAt: r.openedAt,
	}
	if client := snapshot.Client(r.clientID); client != nil {
		line.By = client.Name
	}
	return line
}

// state is how the run stands, in words.
func (t *tally) state(r *run, now time.Time) views.AccountState {
	left, known := t.left(r)
	wrong := t.n[outcomeIncomplete] + t.n[outcomeRefused] + t.refused
	switch {
	case r.state == stateOpen && now.Sub(r.seenAt) <= holdTime && r.holder != "":
		return views.AccountState{Text: "Running", Class: "good"}
	case r.state == stateOpen:
		return views.AccountState{Text: "Interrupted", Class: "warn"}
	case !r.complete || known && left > 0:
		return views.AccountState{Text: "Closed before its end", Class: "warn"}
	case wrong > 0:
		return views.AccountState{Text: "Complete, with refused lines", Class: "bad"}
	}
	return views.AccountState{Text: "Complete", Class: "good"}
}

// notice is what a reader of the run's page has to know first; empty for nothing.
func (t *tally) notice(r *run, now time.Time) string {
	left, known := t.left(r)
	switch {
	case r.state == stateOpen && (r.holder == "" || now.Sub(r.seenAt) > holdTime):
		text := "The import client has sent nothing since " + r.seenAt.Format("2 Jan 2006, 15:04:05") + " UTC. The same command carries on."
		if known {
			text = fmt.Sprintf("%s lines are left. ", views.FormatNumber(int(left))) + text
		}
		return text
	case r.state == stateClosed && known && left > 0:
		return fmt.Sprintf("%s lines of the book have no outcome: the run was closed before its end.", views.FormatNumber(int(left)))
	}
	return ""
}
