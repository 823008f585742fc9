package importclient

import (
	"database/sql"
	"encoding/hex"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"strings"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/apiclient"
	"dataimport/modules/kit/store/database"
)

// The outcomes of a line.
const (
	outcomeImported    = "imported"
	outcomeAlready     = "already_imported"
	outcomeIncomplete  = "incomplete" // the account is imported, a part of its further data is refused
	outcomeRefused     = "refused"
	outcomeWouldImport = "would_import"
	outcomeValid       = "valid"
	outcomeAdded       = "added"
	outcomeSkipped     = "skipped"
	outcomeRepeated    = "repeated"   // another line has the same bytes
	outcomeTakenBack   = "taken_back" // the line may be sent again
)

// A lineOutcome is what the service says of a line.
type lineOutcome struct {
	Line     int               `json:"line"`
	SHA256   string            `json:"sha256"`
	Outcome  string            `json:"outcome"`
	External string            `json:"external_account_number"`
	Service  string            `json:"service_account_number"`
	Step     string            `json:"step"`
	Code     string            `json:"code"`
	Detail   string            `json:"detail"`
	Errors   []apiclient.Fault `json:"errors"`
	Done     []string          `json:"done"`
	Claims   []claim           `json:"claims"`
	Retry    bool              `json:"retry"` // there is no outcome yet
}

// A claim is a key that accounts of a supplier do not share. The code is that of the fault of a
// second account with the key.
type claim struct {
	Register string `json:"register"`
	Key      string `json:"key"`
	Attr     string `json:"attr"`
	Code     string `json:"code"`
}

// isRefused reports whether something of the line is not imported.
func (o *lineOutcome) isRefused() bool {
	return o.Outcome == outcomeRefused || o.Outcome == outcomeIncomplete
}

const createOutcomes = `CREATE TABLE outcomes (line INTEGER PRIMARY KEY, outcome TEXT NOT NULL, number TEXT NOT NULL, service TEXT NOT NULL,
		step TEXT NOT NULL, code TEXT NOT NULL, detail TEXT NOT NULL, errors TEXT NOT NULL, done TEXT NOT NULL);
	CREATE TABLE faults (line INTEGER NOT NULL, code TEXT NOT NULL, attr TEXT NOT NULL, member TEXT NOT NULL);
	CREATE TABLE claims (register TEXT NOT NULL, key TEXT NOT NULL, line INTEGER NOT NULL, attr TEXT NOT NULL, code TEXT NOT NULL)`

// recordOutcome stores the outcome of a line, once. It reports whether the line had none.
func (x *index) recordOutcome(o *lineOutcome) (added bool, err error) {
	kept := o.Errors
	if kept == nil {
		kept = []apiclient.Fault{}
	}
	faults, err := json.Marshal(kept, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return false, err
	}
	stored, err := x.db.Exec(`INSERT INTO outcomes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		o.Line, o.Outcome, o.External, o.Service, o.Step, o.Code, o.Detail, string(faults), strings.Join(o.Done, ","))
	if err != nil {
		return false, newScratchError(err)
	}
	if n, err := stored.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	if o.isRefused() {
		if err := x.recordFaults(o); err != nil {
			return false, newScratchError(err)
		}
	}
	for _, c := range o.Claims {
		if _, err := x.db.Exec(`INSERT INTO claims VALUES (?, ?, ?, ?, ?)`, c.Register, c.Key, o.Line, c.Attr, c.Code); err != nil {
			return false, newScratchError(err)
		}
	}
	return true, nil
}

// recordFaults stores the faults of a line. A refusal without faults is a fault of the whole line.
func (x *index) recordFaults(o *lineOutcome) error {
	faults := o.Errors
	if len(faults) == 0 {
		faults = []apiclient.Fault{{Code: o.Code}}
	}
	for _, f := range faults {
		if _, err := x.db.Exec(`INSERT INTO faults VALUES (?, ?, ?, ?)`, o.Line, f.Code, f.Attr, fault.MemberOf(f.Attr)); err != nil {
			return err
		}
	}
	return nil
}

func newScratchError(err error) error {
	return fmt.Errorf("the temporary file cannot be written: %w", err)
}

// recordUnsent stores the outcomes of the lines that are not sent: refused by this program, or
// repeated. A check sends the lines of one account number, too.
func (x *index) recordUnsent(m mode) (refused, repeated int, err error) {
	sent := ""
	if m == modeCheck {
		sent = fault.NumberRepeatedInBook
	}
	err = x.eachLine(`SELECT line, code, detail, number FROM lines WHERE code NOT IN ('', ?) AND line > ? ORDER BY line LIMIT ?`, func(row database.Row) (int, func() error, error) {
		o := lineOutcome{Outcome: outcomeRefused, Step: "read"}
		if err := row.Scan(&o.Line, &o.Code, &o.Detail, &o.External); err != nil {
			return 0, nil, err
		}
		refused++
		return o.Line, func() (err error) {
			if o.Code == fault.NumberRepeatedInBook {
				if o.Detail, err = x.describeRepetition(o.Line); err != nil {
					return err
				}
				o.Errors = []apiclient.Fault{{Code: o.Code, Attr: "external_account_number", Detail: o.Detail}}
			}
			_, err = x.recordOutcome(&o)
			return err
		}, nil
	}, sent)
	if err != nil {
		return 0, 0, err
	}
	added, err := x.db.Exec(`INSERT INTO outcomes SELECT line, ?, number, '', '', '', '', '[]', '' FROM lines WHERE same_as IS NOT NULL`, outcomeRepeated)
	if err != nil {
		return 0, 0, newScratchError(err)
	}
	n, err := added.RowsAffected()
	return refused, int(n), err
}

// recordEarlier stores an outcome that an earlier client of the run has reached. It reports whether
// the book has the line and had no outcome of it.
func (x *index) recordEarlier(o *lineOutcome) (bool, error) {
	sum, err := hex.DecodeString(o.SHA256)
	if err != nil || o.Outcome == outcomeTakenBack {
		return false, nil
	}
	err = x.db.QueryRow(`SELECT line FROM lines WHERE sha256 = ? AND same_as IS NULL AND code = '' ORDER BY line LIMIT 1`, sum).Scan(&o.Line)
	if err == sql.ErrNoRows {
		return false, nil
	}
	if err != nil {
		return false, newScratchError(err)
	}
	return x.recordOutcome(o)
}

// eachLine calls scan for the rows of a query about lines in their order. The query has the number
// of a line and a count as its last arguments. scan returns the number of the row's line and what is
// to be done when the rows are read, because the scratch database has one connection.
func (x *index) eachLine(query string, scan func(database.Row) (int, func() error, error), args ...any) error {
	const chunk = 500
	after := 0
	for {
		var todo []func() error
		err := database.EachRow(x.db, func(row database.Row) error {
			number, do, err := scan(row)
			after = number
			todo = append(todo, do)
			return err
		}, query, append(args, after, chunk)...)
		if err != nil {
			return newScratchError(err)
		}
		for _, do := range todo {
			if err := do(); err != nil {
				return err
			}
		}
		if len(todo) < chunk {
			return nil
		}
	}
}

// listPending lists lines of a kind that have no outcome yet.
func (x *index) listPending(kind, after, count int) ([]place, error) {
	const query = `SELECT line, start, size, sha256 FROM lines l WHERE kind = ? AND same_as IS NULL AND line > ?
		AND NOT EXISTS (SELECT 1 FROM outcomes o WHERE o.line = l.line) ORDER BY line LIMIT ?`
	return database.ReadRows(x.db, func(row database.Row, p *place) error {
		return row.Scan(&p.number, &p.start, &p.size, &p.sha256)
	}, query, kind, after, count)
}

// count returns the number that a query gives.
func (x *index) count(query string, args ...any) (n int, err error) {
	err = x.db.QueryRow(query, args...).Scan(&n)
	return n, err
}

// readOutcome returns the outcome of a line.
func (x *index) readOutcome(number int) (*lineOutcome, error) {
	o := &lineOutcome{Line: number}
	var faults, done string
	err := x.db.QueryRow(`SELECT outcome, number, service, step, code, detail, errors, done FROM outcomes WHERE line = ?`, number).
		Scan(&o.Outcome, &o.External, &o.Service, &o.Step, &o.Code, &o.Detail, &faults, &done)
	if err == nil {
		err = json.Unmarshal([]byte(faults), &o.Errors, jsontext.AllowInvalidUTF8(true))
	}
	if done != "" {
		o.Done = strings.Split(done, ",")
	}
	if err != nil {
		return nil, newScratchError(err)
	}
	return o, nil
}
