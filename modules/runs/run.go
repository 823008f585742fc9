package runs

import (
	"database/sql"
	"encoding/json/jsontext"
	"errors"
	"net/http"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/store/database"
)

// Mode is what becomes of the lines of a run.
type Mode string

// The modes of a run. A rehearsal imports, too; a client may take it back.
const (
	modeImport    Mode = "import"
	modeRehearsal Mode = "rehearsal"
	modeDryRun    Mode = "dry_run"
	modeCheck     Mode = "check" // of lines that belong to no run
)

// Choices are the modes in which a run can be opened.
func (Mode) Choices() []string {
	return []string{string(modeImport), string(modeRehearsal), string(modeDryRun)}
}

// stores reports whether the lines are stored.
func (m Mode) stores() bool { return m == modeImport || m == modeRehearsal }

// IfImported is what becomes of a line whose account is imported already.
type IfImported string

// The choices for a line whose account is imported already.
const (
	compareImported IfImported = "compare" // the account must be the same, and further data is added
	addToImported   IfImported = "add"     // the account is not compared, and further data is added
	skipImported    IfImported = "skip"    // nothing is done
)

// Choices are all choices.
func (IfImported) Choices() []string {
	return []string{string(compareImported), string(addToImported), string(skipImported)}
}

const (
	stateOpen   = "open"
	stateClosed = "closed"
)

// holdTime is how long after its last request a client process holds a run.
const holdTime = time.Minute

// run is a run, as the database has it.
type run struct {
	id                           string
	supplierID, clientID, name   string
	mode                         Mode
	ifImported                   IfImported
	team, state, holder          string
	complete                     bool
	seenAt, openedAt, closedAt   time.Time
	previous                     string
	bookSHA256                   string
	bookBytes, bookLines, bookOf int64
	expected, unsent             string // JSON; empty for none
}

const runColumns = `id, supplier, client, name, mode, if_imported, team, state, holder, complete, seen_at, opened_at, closed_at, previous,
	book_sha256, book_bytes, book_lines, book_accounts, expected, unsent`

func scanRun(row database.Row, r *run) error {
	var seen, opened, closed string
	err := row.Scan(&r.id, &r.supplierID, &r.clientID, &r.name, &r.mode, &r.ifImported, &r.team, &r.state, &r.holder, &r.complete,
		&seen, &opened, &closed, &r.previous, &r.bookSHA256, &r.bookBytes, &r.bookLines, &r.bookOf, &r.expected, &r.unsent)
	r.seenAt, r.openedAt, r.closedAt = database.ParseTime(seen), database.ParseTime(opened), database.ParseTime(closed)
	return err
}

// findRun finds a run by its id. It is nil where there is none.
func findRun(q database.Querier, id string) (*run, error) {
	var r run
	err := scanRun(q.QueryRow(`SELECT `+runColumns+` FROM runs WHERE id = ?`, id), &r)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &r, err
}

// isHeld reports whether another process than holder holds the run at a moment.
func (r *run) isHeld(holder string, now time.Time) bool {
	return r.holder != "" && r.holder != holder && now.Sub(r.seenAt) < holdTime
}

// inUse is the refusal of a process while another one holds the run.
func (r *run) inUse(now time.Time) error {
	e := fault.New(http.StatusConflict, ruleInUse.Code,
		"Another process has sent something to this run at "+r.seenAt.Format(time.RFC3339)+": wait until it has ended, or open the run with take_over.")
	e.RetryAfter = max(time.Second, holdTime-now.Sub(r.seenAt))
	return e
}

func closedRun() error {
	return fault.New(http.StatusConflict, ruleClosed.Code, "This run is closed and takes no lines: open a run of the same name, which is a new one.")
}

// readRun finds the run that a call names in its path, and its supplier. The error is a
// *[fault.Error] where the client may not know the run.
func (s *service) readRun(c *endpoint.Call) (*run, *settings.Supplier, error) {
	r, err := findRun(s.runtime.Reader, c.Request.PathValue("run"))
	if err != nil {
		return nil, nil, err
	}
	if r != nil {
		if supplier := c.Settings.SupplierByID(r.supplierID); c.Client.May(supplier) {
			return r, c.Supplier(supplier.Code), nil
		}
	}
	return nil, nil, fault.New(http.StatusNotFound, ruleDoesNotExist.Code, "There is no run of this id: compare it with the list of runs.")
}

// readOwnRun is readRun for a call that changes the run.
func (s *service) readOwnRun(c *endpoint.Call) (*run, *settings.Supplier, error) {
	r, supplier, err := s.readRun(c)
	if err == nil && r.clientID != c.Client.ID {
		return nil, nil, fault.New(http.StatusForbidden, fault.PermissionDenied, "This run is of another client: only that one may change it.")
	}
	return r, supplier, err
}

// object is a run in an answer.
type object struct {
	ID             string              `json:"id"`
	ImportSupplier string              `json:"import_supplier"`
	Market         string              `json:"market"` // of the supplier
	Name           string              `json:"name"`
	Mode           Mode                `json:"mode"`
	IfImported     IfImported          `json:"if_imported"`
	Team           string              `json:"operations_team_name"`
	State          string              `json:"state"`
	Complete       bool                `json:"complete"`
	OpenedAt       string              `json:"opened_at"`
	SeenAt         *string             `json:"seen_at"`
	ClosedAt       *string             `json:"closed_at"`
	Previous       *string             `json:"previous"`
	Client         string              `json:"client"`
	Book           bookFacts           `json:"book"`
	Expected       *jsontext.Value     `json:"expected"`
	Unsent         *jsontext.Value     `json:"unsent"`
	Reconciliation *keptReconciliation `json:"reconciliation"` // of one run alone: lists leave it out
	Outcomes       map[string]int64    `json:"outcomes"`
	Faults         []faultCount        `json:"faults"`
}

// faultCount is how many lines have a fault at a member.
type faultCount struct {
	Code   string `json:"code"`
	Member string `json:"member"` // an attr with * in place of indexes
	Lines  int64  `json:"lines"`
}

// maxFaultCounts is how many faults an answer names, those of the most lines first.
const maxFaultCounts = 100

// describe makes the object of a run.
func (r *run) describe(q database.Querier, snapshot *settings.Snapshot) (*object, error) {
	o := &object{
		ID: r.id, Name: r.name, Mode: r.mode, IfImported: r.ifImported, Team: r.team, State: r.state, Complete: r.complete,
		OpenedAt: r.openedAt.Format(time.RFC3339), SeenAt: optionalTime(r.seenAt), ClosedAt: optionalTime(r.closedAt),
		Book:     bookFacts{r.bookSHA256, int(r.bookBytes), int(r.bookLines), int(r.bookOf)},
		Expected: optionalJSON(r.expected), Unsent: optionalJSON(r.unsent), Outcomes: make(map[string]int64), Faults: []faultCount{},
	}
	if r.previous != "" {
		o.Previous = &r.previous
	}
	if supplier := snapshot.SupplierByID(r.supplierID); supplier != nil {
		o.ImportSupplier, o.Market = supplier.Code, supplier.Market
	}
	if client := snapshot.Client(r.clientID); client != nil {
		o.Client = client.Name
	}
	return o, o.count(q)
}

// count reads how many lines have each outcome and each fault.
func (o *object) count(q database.Querier) error {
	outcomes, err := readOutcomeCounts(q, o.ID)
	if err != nil {
		return err
	}
	o.Outcomes = outcomes
	o.Faults, err = readFaultCounts(q, o.ID, maxFaultCounts)
	return err
}

// readOutcomeCounts reads how many lines of a run have each outcome.
func readOutcomeCounts(q database.Querier, runID string) (map[string]int64, error) {
	counts := make(map[string]int64)
	err := database.EachRow(q, func(row database.Row) error {
		var name string
		var n int64
		err := row.Scan(&name, &n)
		counts[name] = n
		return err
	}, `SELECT name, n FROM run_counts WHERE run = ? AND member = '' AND n > 0`, runID)
	return counts, err
}

// readFaultCounts reads how many lines of a run have each fault, those of the most lines
// first.
func readFaultCounts(q database.Querier, runID string, limit int) ([]faultCount, error) {
	faults, err := database.ReadRows(q, func(row database.Row, f *faultCount) error { return row.Scan(&f.Code, &f.Member, &f.Lines) },
		`SELECT name, member, n FROM run_counts WHERE run = ? AND member <> '' AND n > 0 ORDER BY n DESC, name, member LIMIT ?`, runID, limit)
	if faults == nil {
		faults = []faultCount{}
	}
	for i := range faults {
		if faults[i].Member == wholeLine {
			faults[i].Member = ""
		}
	}
	return faults, err
}

func optionalTime(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	return new(t.Format(time.RFC3339))
}

func optionalJSON(text string) *jsontext.Value {
	if text == "" {
		return nil
	}
	return new(jsontext.Value(text))
}
