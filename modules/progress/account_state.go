package progress

import (
	"strings"
	"time"

	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/views"
)

// marks are what was done to an account, as its events say.
type marks struct {
	takenBackAt  time.Time // zero unless it was taken back, and not imported since
	formerNumber string    // our number of the account that was taken back
	erasedAt     time.Time // zero unless it was erased, and not sent since
}

func readMarks(q database.Querier, supplierID, number string) (m marks, err error) {
	const query = `SELECT event, row_time(created, id), former_number FROM account_events WHERE supplier = ? AND external_account_number = ?
		AND event IN ('account.staged', 'account.imported', 'account.taken_back', 'account.erased') ORDER BY id`
	err = database.EachRow(q, func(row database.Row) error {
		var event, created, former string
		if err := row.Scan(&event, &created, &former); err != nil {
			return err
		}
		at := database.ParseTime(created)
		switch event {
		case accountevents.Staged:
			m.erasedAt = time.Time{}
		case accountevents.Imported:
			m = marks{}
		case accountevents.TakenBack:
			m.takenBackAt, m.formerNumber = at, former
		case accountevents.Erased:
			m.erasedAt = at
		}
		return nil
	}, query, supplierID, number)
	return m, err
}

// readMissing returns the kinds of further data that were refused and are missing.
func (p *pages) readMissing(s *pageAccount) ([]string, error) {
	if s.shownState() != incomplete {
		return nil, nil
	}
	return database.ReadTexts(p.Reader, `SELECT DISTINCT kind FROM current_faults WHERE supplier = ? AND external_account_number = ? AND kind <> '' ORDER BY kind`,
		s.supplier.ID, s.number)
}

// describeState explains the account's state to support staff.
func (s *pageAccount) describeState(creating *imports.Creating, words *module.Words, missing []string) string {
	sentence := s.describeImport(creating, words, missing)
	if !s.erasedAt.IsZero() {
		sentence += " The personal data of its customers was erased."
	}
	return sentence
}

func (s *pageAccount) describeImport(creating *imports.Creating, words *module.Words, missing []string) string {
	state := s.shownState()
	switch {
	case s.id != "" && creating.Has(s.id):
		return "The account is being created at this moment."
	case state == imported:
		return "The account exists here, as " + s.service + "."
	case state == incomplete:
		names := make([]string, len(missing))
		for i, kind := range missing {
			names[i] = words.Plural(kind)
		}
		return "The account exists here, as " + s.service + ". Data that was sent for it was refused, and is missing: " + strings.Join(names, ", ") + "."
	case state == skipped:
		return "An operator has decided that this account is not imported."
	case state == refused && s.id == "":
		return "Its data was sent, and refused: nothing of it is stored yet."
	case state == refused:
		return "Its data was refused: the account is not created before the data is corrected."
	case state == "":
		return "Its data was checked, and nothing of it is stored."
	case !s.takenBackAt.IsZero():
		return "The account was imported, and taken back. It is not created again yet."
	}
	if s.attempts > 0 {
		return "Its data is here, and the account could not be created yet."
	}
	return "Its data is here; the account is not created yet."
}

// addRefusals adds why the last check of the account failed, or why further data is missing. It
// returns the ids of the events.
func (p *pages) addRefusals(content *views.AccountPage, s *pageAccount, v *page.Request, missing []string) (shown []string, err error) {
	const latest = `SELECT ` + eventColumns + ` FROM account_events WHERE supplier = ? AND external_account_number = ? AND event IN (`
	add := func(events []event) {
		for i := range events {
			if strings.HasSuffix(events[i].name, ".refused") {
				content.Refusals = append(content.Refusals, p.newRefusal(&events[i], v))
				shown = append(shown, events[i].id)
			}
		}
	}
	for _, kind := range missing {
		events, err := p.findEvents(latest+`?) ORDER BY id DESC LIMIT 1`, s.supplier.ID, s.number, kind+".refused")
		if err != nil {
			return nil, err
		}
		add(events)
	}
	if s.state == imported || s.state == skipped {
		return shown, nil
	}
	events, err := p.findEvents(latest+`'account.validated', 'account.staged', 'account.imported', 'account.refused', 'account.taken_back', 'process.unskipped')
		ORDER BY id DESC LIMIT 1`, s.supplier.ID, s.number)
	if err != nil {
		return nil, err
	}
	if add(events); len(events) == 0 && s.lastError != "" {
		content.Refusals = append(content.Refusals, p.newStoredRefusal(s, v))
	}
	return shown, nil
}

func (p *pages) newRefusal(e *event, v *page.Request) views.Refusal {
	rule := p.rules()[e.code]
	return views.Refusal{
		At: e.at, What: p.words.Describe(e.name, e.step, e.items), Code: e.code, Meaning: rule.Meaning, Remedy: rule.Remedy, Rule: paths.RulePage(e.code),
		Faults: p.explainFaults(parseFaults(e.faults), v),
	}
}
