package progress

import (
	"database/sql"
	"errors"
	"net/http"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/views"
)

const (
	storySize = 50 // events of a page
	partSize  = 50 // notes, transactions, statements of a page
)

// subject is the account that a page is about.
type subject struct {
	supplier *settings.Supplier
	number   string
	row
	staging, account string // ids
	lastError        string
	skipReason       string
}

func (s *subject) address() string { return accountAddress(s.supplier.Code, s.number) }

// subjectOf is the account that the address names. One that was refused before
// anything of it was stored is known from the journal alone.
func (p *pages) subjectOf(v *visit) (*subject, error) {
	supplier, err := v.supplierOf()
	if err != nil {
		return nil, err
	}
	return p.readSubject(supplier, unsegment(v.PathValue("account")))
}

func (p *pages) readSubject(supplier *settings.Supplier, number string) (*subject, error) {
	s := &subject{supplier: supplier, number: number}
	rows, err := p.Reader.Query(`SELECT `+columns+`, p.staging, p.account, p.last_error, p.skip_reason
		FROM import_processes p WHERE p.supplier = ? AND p.external_account_number = ?`, supplier.ID, number)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if rows.Next() {
		err := s.scan(rows, &s.staging, &s.account, &s.lastError, &s.skipReason)
		return s, err
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	var one int
	err = p.Reader.QueryRow(`SELECT 1 FROM account_events WHERE supplier = ? AND external_account_number = ? LIMIT 1`, supplier.ID, number).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &problem{http.StatusNotFound, "This account was never sent",
			"Nothing is known of an account “" + number + "” of " + supplier.Code + ". Compare the number with the customer's letters: capitals and spaces count."}
	}
	return s, err
}

// account is the page of one account.
func (p *pages) account(w http.ResponseWriter, v *visit) error {
	s, err := p.subjectOf(v)
	if err != nil {
		return err
	}
	content, err := p.accountState(s, v, v.URL.Query().Get("before"))
	if err != nil {
		return err
	}
	content.Frame = v.frame(s.number)
	content.Supplier = views.Link{Name: s.supplier.Code, Address: supplierAddress(s.supplier.Code)}
	content.Masked = !v.seesPeople()
	if v.URL.Query().Get("before") == "" { // a look back does not follow what comes
		content.Live, content.Version = s.address()+"live", version(views.AccountLive(content))
	}
	for _, add := range []func(*views.AccountPage, *subject, *visit) error{p.addNotes, p.addMoney, p.addStatements, p.addInstructions, p.addPeople, p.addStagings} {
		if err := add(&content, s, v); err != nil {
			return err
		}
	}
	return show(w, v, views.Account(content))
}

// accountState is what changes on the page while it is open.
func (p *pages) accountState(s *subject, v *visit, before string) (views.AccountPage, error) {
	content := views.AccountPage{
		Number: s.number, Service: s.service, State: s.shownState(&p.Creating), Sentence: s.sentence(&p.Creating),
	}
	for _, fact := range []views.Fact{
		{Name: "Our account number", Value: s.service},
		{Name: "Staged", At: s.stagedAt},
		{Name: "Account created", At: s.createdAt},
		{Name: "Attempts", Value: attempts(s.attempts)},
		{Name: "Last attempt", At: s.lastAttempt},
		{Name: "Why it is skipped", Value: v.masked(s.skipReason)},
	} {
		if fact.Value != "" || !fact.At.IsZero() {
			content.Facts = append(content.Facts, fact)
		}
	}
	var err error
	if content.Refusal, err = p.refusal(s); err != nil {
		return content, err
	}
	return content, p.addStory(&content, s, v.settings, before)
}

func attempts(n int) string {
	if n == 0 {
		return ""
	}
	return grouped(n)
}

// sentence is what the state means, for whoever has the customer on the phone.
func (s *subject) sentence(creating *imports.Creating) string {
	switch state := s.shownState(creating); {
	case s.state == imported:
		return "The account exists here, as " + s.service + "."
	case s.state == skipped:
		return "An operator has decided that this account is not imported."
	case s.state == "":
		return "Its data was sent, and refused: nothing of it is stored yet."
	case state.Class == "warn":
		return "The account is being created at this moment."
	case s.attempts > 0:
		return "Its data is here, and the account could not be created yet."
	}
	return "Its data is here; the account is not created yet."
}

// accountVersion changes when the account does.
func (p *pages) accountVersion(supplierID, number string) (string, error) {
	return joined(p.Reader, `SELECT state, updated, attempts FROM import_processes WHERE supplier = ?1 AND external_account_number = ?2
		UNION ALL SELECT COALESCE((SELECT id FROM account_events WHERE supplier = ?1 AND external_account_number = ?2 ORDER BY id DESC LIMIT 1), ''), '', ''`,
		supplierID, number)
}

// addStory adds what happened to the account, the latest first.
func (p *pages) addStory(content *views.AccountPage, s *subject, snapshot *settings.Snapshot, before string) error {
	if before == "" {
		before = end
	}
	events, err := p.events(`SELECT `+eventColumns+` FROM account_events WHERE supplier = ? AND external_account_number = ? AND id < ?
		ORDER BY id DESC LIMIT ?`, s.supplier.ID, s.number, before, storySize+1)
	if err != nil {
		return err
	}
	if len(events) > storySize {
		events = events[:storySize]
		content.OlderStory = with(s.address(), "before", events[storySize-1].id) + "#story"
	}
	for _, e := range events {
		shown := e.shown(snapshot)
		shown.Faults = p.explained(faultsOf(e.faults))
		if e.staging != "" {
			shown.Payload = s.dataAddress(e.staging)
		}
		content.Story = append(content.Story, shown)
	}
	return nil
}

// refusal is why the last check of the account failed; nil where it did not.
func (p *pages) refusal(s *subject) (*views.Refusal, error) {
	if s.state == imported {
		return nil, nil
	}
	events, err := p.events(`SELECT `+eventColumns+` FROM account_events WHERE supplier = ? AND external_account_number = ?
		AND event IN ('account.validated', 'account.staged', 'account.imported', 'account.refused') ORDER BY id DESC LIMIT 1`, s.supplier.ID, s.number)
	if err != nil {
		return nil, err
	}
	switch {
	case len(events) > 0 && events[0].name == "account.refused":
		return p.shownRefusal(&events[0]), nil
	case len(events) == 0 && s.lastError != "":
		return p.lastError(s), nil
	}
	return nil, nil
}

func (p *pages) shownRefusal(e *event) *views.Refusal {
	rule := p.rules()[e.code]
	return &views.Refusal{
		At: e.at, What: e.words(), Code: e.code, Meaning: rule.Meaning, Remedy: rule.Remedy, Rule: ruleAddress(e.code),
		Faults: p.explained(faultsOf(e.faults)),
	}
}

func (s *subject) dataAddress(stagingID string) string {
	return s.address() + "data/" + stagingID + "/"
}

// addStagings adds the data that was sent, the latest first.
func (p *pages) addStagings(content *views.AccountPage, s *subject, _ *visit) error {
	if s.id == "" {
		return nil
	}
	rows, err := p.Reader.Query(`SELECT id, created, octet_length(payload), purged_at FROM stagings WHERE process = ? ORDER BY id DESC LIMIT ?`, s.id, partSize)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, created, purged string
		var size int
		if err := rows.Scan(&id, &created, &size, &purged); err != nil {
			return err
		}
		shown := byteSize(size)
		if purged != "" {
			shown = "removed"
		}
		content.Stagings = append(content.Stagings, views.StagingLine{
			At: database.ParseTime(created), Size: shown, Current: id == s.staging, Address: s.dataAddress(id),
		})
	}
	return rows.Err()
}
