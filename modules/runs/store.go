package runs

import (
	"cmp"
	"database/sql"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"strings"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

var errClosed = errors.New("the run is closed")

// findStored finds the line of a run with this content. It is nil where it has no outcome.
// The error is errClosed where the run takes no more lines.
func findStored(q database.Querier, runID, sha256 string) (*answer, error) {
	const query = `SELECT r.state, COALESCE(l.outcome, ''), COALESCE(l.line, 0), COALESCE(l.external_account_number, ''),
		COALESCE(l.service_account_number, ''), COALESCE(l.step, ''), COALESCE(l.code, ''), COALESCE(l.detail, ''), COALESCE(l.faults, ''), COALESCE(l.done, '')
		FROM runs r LEFT JOIN run_lines l ON l.run = r.id AND l.sha256 = ? WHERE r.id = ?`
	var state string
	s := stored{answer: answer{SHA256: sha256}}
	err := q.QueryRow(query, sha256, runID).Scan(&state, &s.Outcome, &s.Line, &s.ExternalAccountNumber,
		&s.ServiceAccountNumber, &s.Step, &s.Code, &s.Detail, &s.faults, &s.done)
	switch {
	case errors.Is(err, sql.ErrNoRows) || err == nil && !s.isFinal() && state != stateOpen:
		return nil, errClosed
	case err != nil || !s.isFinal():
		return nil, err
	}
	return s.read()
}

func decodeFaults(text jsontext.Value, into *fault.List) error { return json.Unmarshal(text, into) }

// hasImported reports whether another line of the run is about an account that is imported.
func hasImported(q database.Querier, runID, supplierID, number, sha256 string) (has bool, err error) {
	err = q.QueryRow(`SELECT EXISTS (SELECT 1 FROM run_lines WHERE supplier = ? AND external_account_number = ? AND run = ? AND sha256 <> ?
		AND outcome NOT IN ('refused', 'taken_back'))`, supplierID, number, runID, sha256).Scan(&has)
	return has, err
}

// insertOutcome stores the outcome of a line. A line that was taken back gets its new outcome.
func (p *plan) insertOutcome(tx *writer.Tx, a *answer) error {
	faults := ""
	if len(a.Errors) > 0 {
		text, err := json.Marshal(a.Errors)
		if err != nil {
			return err
		}
		faults = string(text)
	}
	const query = `INSERT INTO run_lines (id, created, updated, run, line, sha256, supplier, external_account_number, service_account_number, outcome,
			creates_account, done, step, code, detail, faults) VALUES (?, ?, '', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (run, sha256) DO UPDATE SET updated = ?, line = excluded.line, service_account_number = excluded.service_account_number,
			outcome = excluded.outcome, creates_account = excluded.creates_account, done = excluded.done, step = excluded.step, code = excluded.code,
			detail = excluded.detail, faults = excluded.faults`
	id := database.NewID()
	_, err := tx.Exec(query, id, database.ShortTime(tx.Now(), id), p.run.id, a.Line, a.SHA256, p.supplier.ID, a.ExternalAccountNumber, a.ServiceAccountNumber, a.Outcome,
		p.creation != nil && a.Outcome != outcomeRefused, strings.Join(a.Done, " "), a.Step, a.Code, a.Detail, faults,
		database.Time(tx.Now()))
	if err != nil {
		return err
	}
	return p.countFaults(tx, a.Errors)
}

// wholeLine stands for the member of a fault that is of the whole line.
const wholeLine = "*"

// countFaults counts the line under each code and member of its faults, once.
func (p *plan) countFaults(tx *writer.Tx, faults fault.List) error {
	const query = `INSERT INTO run_counts (id, created, updated, run, member, name, n) VALUES (?, ?, ?, ?, ?, ?, 1)
		ON CONFLICT (run, member, name) DO UPDATE SET n = n + 1, updated = excluded.updated`
	known := make(map[[2]string]bool)
	now := database.Time(tx.Now())
	for _, f := range faults {
		key := [2]string{generalise(f.Attr), f.Code}
		if known[key] || len(known) == maxFaultCounts {
			continue
		}
		known[key] = true
		if _, err := tx.Exec(query, database.NewID(), now, now, p.run.id, key[0], key[1]); err != nil {
			return err
		}
	}
	return nil
}

// generalise is the member of an attr, or wholeLine.
func generalise(attr string) string {
	return cmp.Or(fault.MemberOf(attr), wholeLine)
}
