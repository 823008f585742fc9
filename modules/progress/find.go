package progress

import (
	"encoding/json/v2"
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
	matchedText                string // the customer or postcode that matches the search
}

// rowList is a page of a list.
type rowList struct {
	rows       []row
	nextCursor string // where the next page begins, empty where there is none
	note       string
}

// columns are the columns of a row, of import_processes as p.
const columns = `p.id, p.external_account_number, p.state, p.service_account_number, p.staged_at, p.account_created_at, p.attempts, p.last_attempt_at`

func (r *row) scanRow(rows database.Row, more ...any) error {
	var stagedAt, createdAt, attempt string
	err := rows.Scan(append([]any{&r.id, &r.number, &r.state, &r.service, &stagedAt, &createdAt, &r.attempts, &attempt}, more...)...)
	r.stagedAt, r.createdAt = database.ParseTime(stagedAt), database.ParseTime(createdAt)
	r.lastAttempt = database.ParseTime(attempt)
	return err
}

func (r *row) newAccountState(creating *imports.Creating) views.AccountState {
	switch account.State(r.state) {
	case account.Imported:
		return views.AccountState{Text: "Imported", Class: "good"}
	case account.Skipped:
		return views.AccountState{Text: "Skipped", Class: "warn"}
	case account.Staged:
		if creating.Has(r.id) {
			return views.AccountState{Text: "Being created", Class: "warn"}
		}
		return views.AccountState{Text: "Staged", Class: "plain"}
	}
	return views.AccountState{Text: "Refused", Class: "bad"}
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
	case f.state != "" && f.state != refused && f.state != r.state:
		return false, nil
	case f.code == "" && f.state != refused:
		return true, nil
	}
	err = p.Reader.QueryRow(`SELECT EXISTS (SELECT 1 FROM current_faults WHERE supplier = ? AND external_account_number = ? AND (code = ? OR ? = ''))`,
		s.ID, r.number, f.code, f.code).Scan(&ok)
	return ok, err
}

// readFaultCodes returns the fault codes of accounts, by number.
func (p *pages) readFaultCodes(s *settings.Supplier, list []row) (map[string][]string, error) {
	numbers := make([]string, len(list))
	for i := range list {
		numbers[i] = list[i].number
	}
	encoded, err := json.Marshal(numbers)
	if err != nil {
		return nil, err
	}
	codes := make(map[string][]string)
	err = database.EachRow(p.Reader, func(row database.Row) error {
		var number, code string
		if err := row.Scan(&number, &code); err != nil {
			return err
		}
		codes[number] = append(codes[number], code)
		return nil
	}, codesQuery, s.ID, string(encoded))
	return codes, err
}

const codesQuery = `SELECT f.external_account_number, f.code FROM json_each(?2) k
	CROSS JOIN current_faults f ON f.supplier = ?1 AND f.external_account_number = k.value`
