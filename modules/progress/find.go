package progress

import (
	"database/sql"
	"encoding/json/v2"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/views"
)

// row is an account in a list. One that was refused before it could be staged has
// no state.
type row struct {
	id, number, state, service string
	stagedAt, createdAt        time.Time
	attempts                   int
	lastAttempt                time.Time
	who                        string // the customer or the place that was searched for
}

// found is a part of a list.
type found struct {
	rows []row
	next string // where the next part begins, empty where there is none
	note string
}

// columns are those of a row, of import_processes as p.
const columns = `p.id, p.external_account_number, p.state, p.service_account_number, p.staged_at, p.account_created_at, p.attempts, p.last_attempt_at`

func (r *row) scan(rows *sql.Rows, more ...any) error {
	var stagedAt, createdAt, attempt string
	err := rows.Scan(append([]any{&r.id, &r.number, &r.state, &r.service, &stagedAt, &createdAt, &r.attempts, &attempt}, more...)...)
	r.stagedAt, r.createdAt = database.ParseTime(stagedAt), database.ParseTime(createdAt)
	r.lastAttempt = database.ParseTime(attempt)
	return err
}

func (r *row) shownState(creating *imports.Creating) views.AccountState {
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

// find gives at most size accounts of a list. Where few of those that an index
// leads to are wanted it stops after some, and the list goes on from there; scan is
// how many, 0 for all.
func (p *pages) find(s *settings.Supplier, f filter, size, scan int) (found, error) {
	if f.query != "" && f.by != byNumber {
		return p.people(s, f, size)
	}
	if f.query != "" && account.ValidNumber(upper(f.query)) {
		if found, err := p.byServiceNumber(s, f); err != nil || len(found.rows) > 0 {
			return found, err
		}
	}
	w := p.walkOf(s, f)
	if err := w.begin(f.after); err != nil {
		return found{}, err
	}
	return w.collect(f, size, scan)
}

// byServiceNumber finds the account by the number that we gave it.
func (p *pages) byServiceNumber(s *settings.Supplier, f filter) (found, error) {
	rows, err := p.rows(`SELECT `+columns+`, '' FROM accounts a JOIN import_processes p ON p.supplier = a.supplier AND p.external_account_number = a.external_account_number
		WHERE a.number = ? AND a.supplier = ?`, upper(f.query), s.ID)
	if err != nil {
		return found{}, err
	}
	var list found
	for _, r := range rows {
		ok, err := p.wanted(s, &r, f)
		if err != nil {
			return list, err
		}
		if ok {
			list.rows = append(list.rows, r)
		}
	}
	return list, nil
}

// rows are those of a query for columns, and a place or a name.
func (p *pages) rows(query string, args ...any) ([]row, error) {
	rows, err := p.Reader.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []row
	for rows.Next() {
		var r row
		if err := r.scan(rows, &r.who); err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, rows.Err()
}

// wanted reports whether a filter lets an account through that an index led to.
func (p *pages) wanted(s *settings.Supplier, r *row, f filter) (ok bool, err error) {
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

// codesOf are the faults that accounts have, by number.
func (p *pages) codesOf(s *settings.Supplier, list []row) (map[string][]string, error) {
	numbers := make([]string, len(list))
	for i := range list {
		numbers[i] = list[i].number
	}
	encoded, err := json.Marshal(numbers)
	if err != nil {
		return nil, err
	}
	rows, err := p.Reader.Query(codesQuery, s.ID, string(encoded))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	codes := make(map[string][]string)
	for rows.Next() {
		var number, code string
		if err := rows.Scan(&number, &code); err != nil {
			return nil, err
		}
		codes[number] = append(codes[number], code)
	}
	return codes, rows.Err()
}

const codesQuery = `SELECT f.external_account_number, f.code FROM json_each(?2) k
	CROSS JOIN current_faults f ON f.supplier = ?1 AND f.external_account_number = k.value`
