package progress

import (
	"encoding/json/v2"
	"slices"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/views"
)

// row is an account in a list. An account that was refused before it was staged has no state.
type row struct {
	id, number, state, service string
	stagedAt, createdAt        time.Time
	attempts                   int
	lastAttempt                time.Time
	faulty                     bool   // whether the account, or further data of it, has faults now
	matchedText                string // the customer or postcode that matches the search
}

// rowList is a page of a list.
type rowList struct {
	rows       []row
	nextCursor string // where the next page begins, empty where there is none
	note       string
}

// columns are the columns of a row, of import_processes as p.
const columns = `p.id, p.external_account_number, p.state, p.service_account_number, p.staged_at, p.account_created_at, p.attempts, p.last_attempt_at,
	EXISTS (SELECT 1 FROM current_faults c WHERE c.supplier = p.supplier AND c.external_account_number = p.external_account_number)`

func (r *row) scanRow(rows database.Row, more ...any) error {
	var stagedAt, createdAt, attempt string
	err := rows.Scan(append([]any{&r.id, &r.number, &r.state, &r.service, &stagedAt, &createdAt, &r.attempts, &attempt, &r.faulty}, more...)...)
	r.stagedAt, r.createdAt = database.ParseTime(stagedAt), database.ParseTime(createdAt)
	r.lastAttempt = database.ParseTime(attempt)
	return err
}

// shownState is the state that pages show: the state of the process, unless faults keep the
// account from being whole. It is empty where nothing is stored of the account.
func (r *row) shownState() string {
	switch {
	case r.faulty && r.state == imported:
		return incomplete
	case r.faulty && r.state != skipped:
		return refused
	}
	return r.state
}

func (r *row) newAccountState(creating *imports.Creating) views.AccountState {
	if r.id != "" && creating.Has(r.id) {
		return views.AccountState{Text: "Being created", Class: "warn"}
	}
	switch r.shownState() {
	case imported:
		return views.AccountState{Text: "Imported", Class: "good"}
	case incomplete:
		return views.AccountState{Text: "Incomplete", Class: "warn"}
	case skipped:
		return views.AccountState{Text: "Skipped", Class: "plain"}
	case staged:
		return views.AccountState{Text: "Left to import", Class: "plain"}
	case refused:
		return views.AccountState{Text: "Refused", Class: "bad"}
	}
	return views.AccountState{Text: "Checked", Class: "plain"}
}

// findAccounts returns at most size accounts of a list. After scan rows of the index it returns
// what it has found, with a cursor to continue. A scan of 0 sets no limit.
func (p *pages) findAccounts(s *settings.Supplier, f filter, size, scan int) (rowList, error) {
	if f.query != "" && f.by != byNumber {
		return p.findCustomers(s, f, size)
	}
	if f.query != "" && account.ValidNumber(toUpper(f.query)) {
		if found, err := p.findByServiceNumber(s, f); err != nil || len(found.rows) > 0 {
			return found, err
		}
	}
	w := p.newKeysetQuery(s, f)
	if err := w.startAfter(f.cursor); err != nil {
		return rowList{}, err
	}
	return w.collectRows(f, size, scan)
}

// findByServiceNumber finds the account by its number in this service.
func (p *pages) findByServiceNumber(s *settings.Supplier, f filter) (rowList, error) {
	rows, err := p.readRows(`SELECT `+columns+`, '' FROM accounts a JOIN import_processes p ON p.supplier = a.supplier AND p.external_account_number = a.external_account_number
		WHERE a.number = ? AND a.supplier = ?`, toUpper(f.query), s.ID)
	if err != nil {
		return rowList{}, err
	}
	var list rowList
	for _, r := range rows {
		ok, err := p.matchesFilter(s, &r, f)
		if err != nil {
			return list, err
		}
		if ok {
			list.rows = append(list.rows, r)
		}
	}
	return list, nil
}

// readRows reads the rows of a query for columns and a text that matches a search.
func (p *pages) readRows(query string, args ...any) ([]row, error) {
	scan := func(columns database.Row, r *row) error { return r.scanRow(columns, &r.matchedText) }
	return database.ReadRows(p.Reader, scan, query, args...)
}

// matchesFilter reports whether a filter admits an account that the index led to.
func (p *pages) matchesFilter(s *settings.Supplier, r *row, f filter) (ok bool, err error) {
	switch {
	case f.state != "" && f.state != r.shownState():
		return false, nil
	case f.code == "":
		return true, nil
	}
	err = p.Reader.QueryRow(`SELECT EXISTS (SELECT 1 FROM current_faults WHERE supplier = ? AND external_account_number = ? AND code = ?)`,
		s.ID, r.number, f.code).Scan(&ok)
	return ok, err
}

// encodeNumbers returns the numbers of accounts as a parameter of a query.
func encodeNumbers(list []row) (string, error) {
	numbers := make([]string, len(list))
	for i := range list {
		numbers[i] = list[i].number
	}
	encoded, err := json.Marshal(numbers)
	return string(encoded), err
}

// readFaultCodes returns the fault codes of accounts, by number.
func (p *pages) readFaultCodes(s *settings.Supplier, list []row) (map[string][]string, error) {
	encoded, err := encodeNumbers(list)
	if err != nil {
		return nil, err
	}
	codes := make(map[string][]string)
	err = database.EachRow(p.Reader, func(row database.Row) error {
		var number, code string
		if err := row.Scan(&number, &code); err != nil {
			return err
		}
		if !slices.Contains(codes[number], code) { // notes and statements may have the same
			codes[number] = append(codes[number], code)
		}
		return nil
	}, codesQuery, s.ID, encoded)
	return codes, err
}

const codesQuery = `SELECT f.external_account_number, f.code FROM json_each(?2) k
	CROSS JOIN current_faults f ON f.supplier = ?1 AND f.external_account_number = k.value`

// erasedQuery finds accounts whose personal data was erased, and not sent again since.
const erasedQuery = `SELECT k.value FROM json_each(?2) k WHERE EXISTS (SELECT 1 FROM account_events e
	WHERE e.supplier = ?1 AND e.external_account_number = k.value AND e.event = 'account.erased' AND e.id > COALESCE(
		(SELECT max(l.id) FROM account_events l WHERE l.supplier = ?1 AND l.external_account_number = k.value AND l.event IN ('account.staged', 'account.imported')), ''))`

// findErased returns which accounts are erased, by number.
func (p *pages) findErased(s *settings.Supplier, list []row) (map[string]bool, error) {
	encoded, err := encodeNumbers(list)
	if err != nil {
		return nil, err
	}
	numbers, err := database.ReadTexts(p.Reader, erasedQuery, s.ID, encoded)
	erased := make(map[string]bool, len(numbers))
	for _, number := range numbers {
		erased[number] = true
	}
	return erased, err
}
