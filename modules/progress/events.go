package progress

import (
	"strings"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
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
		e.at = database.ParseRowTime(created, e.id)
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
		list[i] = e.newStoryEvent(snapshot, &p.words)
		list[i].Number, list[i].Account = e.number, paths.AccountPage(s.Code, e.number)
	}
	return list, nil
}

// newStoryEvent returns an event in words, without its faults.
func (e *event) newStoryEvent(snapshot *settings.Snapshot, words *module.Words) views.StoryEvent {
	v := views.StoryEvent{At: e.at, Kind: "plain", What: words.Describe(e.name, e.step, e.items), Code: e.code}
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
