package progress

import (
	"strconv"
	"strings"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// event is a row of the collection account_events.
type event struct {
	id              string
	at              time.Time
	number          string
	name, step      string
	client, staging string
	items           int
	code, faults    string
}

const eventColumns = `id, created, external_account_number, event, step, client, staging, items, code, faults`

func (p *pages) findEvents(query string, args ...any) ([]event, error) {
	return readEvents(p.Reader, query, args...)
}

func readEvents(q database.Querier, query string, args ...any) ([]event, error) {
	var list []event
	err := database.EachRow(q, func(row database.Row) error {
		var e event
		var created string
		if err := row.Scan(&e.id, &created, &e.number, &e.name, &e.step, &e.client, &e.staging, &e.items, &e.code, &e.faults); err != nil {
			return err
		}
		e.at = database.ParseTime(created)
		list = append(list, e)
		return nil
	}, query, args...)
	return list, err
}

// findRecentEvents returns the latest events of all accounts of a supplier.
func (p *pages) findRecentEvents(s *settings.Supplier, snapshot *settings.Snapshot) ([]views.StoryEvent, error) {
	events, err := p.findEvents(`SELECT `+eventColumns+` FROM account_events WHERE supplier = ? ORDER BY id DESC LIMIT ?`, s.ID, maxRecent)
	if err != nil {
		return nil, err
	}
	list := make([]views.StoryEvent, len(events))
	for i, e := range events {
		list[i] = e.newStoryEvent(snapshot)
		list[i].Number, list[i].Account = e.number, accountAddress(s.Code, e.number)
	}
	return list, nil
}

// newStoryEvent returns an event in words, without its faults.
func (e *event) newStoryEvent(snapshot *settings.Snapshot) views.StoryEvent {
	v := views.StoryEvent{At: e.at, Kind: "plain", What: e.describe(), Code: e.code}
	switch {
	case strings.HasSuffix(e.name, ".refused"):
		v.Kind = "bad"
	case strings.HasSuffix(e.name, ".imported"):
		v.Kind = "good"
	}
	if e.client != "" {
		v.By = "a client that is gone"
		if client := snapshot.Client(e.client); client != nil {
			v.By = client.Name
		}
	}
	return v
}

// accountWords are the texts for the events of accounts.
var accountWords = map[string]string{
	"account.validated":  "Checked, without a fault",
	"account.staged":     "Data staged",
	"account.imported":   "Account created",
	"account.taken_back": "Taken back, by an operator",
	"account.erased":     "Personal data removed, by an operator",
	"process.skipped":    "Marked to be skipped, by an operator",
	"process.unskipped":  "No longer to be skipped, by an operator",
}

// refusedWords are the texts for refusals, by the step that was refused.
var refusedWords = map[string]string{
	"validate": "Checked, and found faulty",
	"stage":    "Refused when it was to be staged",
	"process":  "Refused when the account was to be created",
}

// kindWords are the names of the kinds of data, singular and plural.
var kindWords = map[string][2]string{
	"notes":               {"note", "notes"},
	"transactions":        {"transaction", "transactions"},
	"statements":          {"statement", "statements"},
	"payment_instruction": {"payment instruction", "payment instructions"},
}

func (e *event) describe() string {
	if words, ok := accountWords[e.name]; ok {
		return words
	}
	kind, what, _ := strings.Cut(e.name, ".")
	if words, ok := refusedWords[e.step]; ok && what == "refused" && kind == "account" {
		return words
	}
	words, known := kindWords[kind]
	switch {
	case !known:
		return e.name // of a module without words here
	case what == "refused":
		return capitalize(words[1]) + " refused"
	case what == "imported" && e.items == 1:
		return "1 " + words[0] + " imported"
	case what == "imported" && e.items > 1:
		return strconv.Itoa(e.items) + " " + words[1] + " imported"
	case what == "imported":
		return capitalize(words[1]) + " imported"
	}
	return e.name
}

func capitalize(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
