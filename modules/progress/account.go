package progress

import (
	"database/sql"
	"errors"
	"net/http"
	"slices"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/live"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

const (
	maxEvents    = 50 // events of a page
	itemsPerPage = 50 // notes, transactions, statements of a page
)

// pageAccount is the account that a page shows.
type pageAccount struct {
	supplier *settings.Supplier
	number   string
	row
	staging, account string // ids
	lastError        string
	skipReason       string
	marks
}

func (s *pageAccount) pageAddress() string { return paths.AccountPage(s.supplier.Code, s.number) }

// findPageAccount finds the account of the page's address. An account whose first data was refused
// has events alone. The error is a *page.Error where there is no such account.
func (p *pages) findPageAccount(v *page.Request) (*pageAccount, error) {
	supplier, err := findSupplier(v)
	if err != nil {
		return nil, err
	}
	return p.readPageAccount(supplier, paths.UnescapeSegment(v.PathValue("account")))
}

func (p *pages) readPageAccount(supplier *settings.Supplier, number string) (*pageAccount, error) {
	s := &pageAccount{supplier: supplier, number: number}
	rows, err := p.Reader.Query(`SELECT `+columns+`, p.staging, p.account, p.last_error, p.skip_reason
		FROM import_processes p WHERE p.supplier = ? AND p.external_account_number = ?`, supplier.ID, number)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if rows.Next() {
		err := s.scanRow(rows, &s.staging, &s.account, &s.lastError, &s.skipReason)
		return s, err
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	err = p.Reader.QueryRow(`SELECT EXISTS (SELECT 1 FROM current_faults WHERE supplier = ?1 AND external_account_number = ?2)
		FROM account_events WHERE supplier = ?1 AND external_account_number = ?2 LIMIT 1`, supplier.ID, number).Scan(&s.faulty)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, page.NewError(http.StatusNotFound, "This account was never sent",
			"Nothing is known of an account “"+number+"” of "+supplier.Code+". Compare the number with the customer's letters: capitals and spaces count.")
	}
	return s, err
}

// showAccount shows the page of one account.
func (p *pages) showAccount(w http.ResponseWriter, v *page.Request) error {
	s, err := p.findPageAccount(v)
	if err != nil {
		return err
	}
	content, err := p.readAccountState(s, v, v.URL.Query().Get("before"))
	if err != nil {
		return err
	}
	content.Frame = v.Frame(s.number)
	content.Supplier = views.Link{Name: s.supplier.Code, Address: paths.SupplierPage(s.supplier.Code)}
	content.Masked = !v.SeesPersonalData()
	if v.URL.Query().Get("before") == "" { // a page of older events does not show new ones
		content.Live, content.Version = s.pageAddress()+"live", live.Version(views.AccountLive(content))
	}
	if err := p.addPanels(&content, s, v); err != nil {
		return err
	}
	if err := p.addStagings(&content, s); err != nil {
		return err
	}
	return v.Show(w, views.Account(content))
}

// readAccountState reads what changes on the page while it is open.
func (p *pages) readAccountState(s *pageAccount, v *page.Request, before string) (views.AccountPage, error) {
	content := views.AccountPage{
		Number: s.number, Service: s.service, State: s.newAccountState(&p.Creating),
	}
	var err error
	if s.marks, err = readMarks(p.Reader, s.supplier.ID, s.number); err != nil {
		return content, err
	}
	missing, err := p.readMissing(s)
	if err != nil {
		return content, err
	}
	content.Sentence = s.describeState(&p.Creating, &p.words, missing)
	content.Erased = !s.erasedAt.IsZero()
	for _, fact := range []views.Fact{
		{Name: "Our account number", Value: s.service},
		{Name: "Staged", At: s.stagedAt},
		{Name: "Account created", At: s.createdAt},
		{Name: "Attempts", Value: formatAttempts(s.attempts)},
		{Name: "Last attempt", At: s.lastAttempt},
		{Name: "Why it is skipped", Value: maskText(v, s.skipReason)},
		{Name: "Taken back", At: s.takenBackAt},
		{Name: "Our number before it was taken back", Value: s.formerNumber},
		{Name: "Personal data erased", At: s.erasedAt},
	} {
		if fact.Value != "" || !fact.At.IsZero() {
			content.Facts = append(content.Facts, fact)
		}
	}
	shown, err := p.addRefusals(&content, s, v, missing)
	if err != nil {
		return content, err
	}
	return content, p.addEvents(&content, s, v, before, shown)
}

func formatAttempts(n int) string {
	if n == 0 {
		return ""
	}
	return formatNumber(n)
}

// readAccountVersion returns a text that changes when the account does.
func (p *pages) readAccountVersion(supplierID, number string) (string, error) {
	return joinRows(p.Reader, `SELECT state, updated, attempts FROM import_processes WHERE supplier = ?1 AND external_account_number = ?2
		UNION ALL SELECT COALESCE((SELECT id FROM account_events WHERE supplier = ?1 AND external_account_number = ?2 ORDER BY id DESC LIMIT 1), ''), '', ''`,
		supplierID, number)
}

// addEvents adds the events of the account, the latest first. The faults of shown events are not
// repeated.
func (p *pages) addEvents(content *views.AccountPage, s *pageAccount, v *page.Request, before string, shownEvents []string) error {
	if before == "" {
		before = maxText
	}
	events, err := p.findEvents(`SELECT `+eventColumns+` FROM account_events WHERE supplier = ? AND external_account_number = ? AND id < ?
		ORDER BY id DESC LIMIT ?`, s.supplier.ID, s.number, before, maxEvents+1)
	if err != nil {
		return err
	}
	if len(events) > maxEvents {
		events = events[:maxEvents]
		content.OlderStory = addParameters(s.pageAddress(), "before", events[maxEvents-1].id) + "#story"
	}
	for _, e := range events {
		shown := e.newStoryEvent(v.Settings, &p.words)
		if slices.Contains(shownEvents, e.id) {
			shown.IsAbove = true
		} else {
			shown.Faults = p.explainFaults(parseFaults(e.faults), v)
		}
		if e.staging != "" {
			shown.Payload = s.dataAddress(e.staging)
		}
		content.Story = append(content.Story, shown)
	}
	return nil
}

func (s *pageAccount) dataAddress(stagingID string) string {
	return s.pageAddress() + "data/" + stagingID + "/"
}

// addStagings adds the payloads that were sent, the latest first.
func (p *pages) addStagings(content *views.AccountPage, s *pageAccount) error {
	if s.id == "" {
		return nil
	}
	return database.EachRow(p.Reader, func(row database.Row) error {
		var id, created, purged string
		var size int
		if err := row.Scan(&id, &created, &size, &purged); err != nil {
			return err
		}
		shown := formatSize(size)
		if purged != "" {
			shown = "removed"
		}
		content.Stagings = append(content.Stagings, views.StagingLine{
			At: database.ParseRowTime(created, id), Size: shown, Current: id == s.staging, Address: s.dataAddress(id),
		})
		return nil
	}, `SELECT id, created, unpacked_size(payload), purged_at FROM stagings WHERE process = ? ORDER BY id DESC LIMIT ?`, s.id, itemsPerPage)
}
