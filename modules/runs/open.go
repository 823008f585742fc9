package runs

import (
	"encoding/json/jsontext"
	"net/http"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

// openRequest is the body that opens a run.
type openRequest struct {
	ImportSupplier string         `json:"import_supplier" rule:"required,max=128"`
	Name           string         `json:"name" rule:"required,max=512,doc=The name of the book. With supplier, client and mode it identifies the open run."`
	Mode           Mode           `json:"mode" rule:"required"`
	IfImported     IfImported     `json:"if_imported,omitzero" rule:"doc=What becomes of a line whose account is imported already. compare where it is left out."`
	Team           string         `json:"operations_team_name,omitzero" rule:"max=128,doc=A team that exists. May be left out where the supplier has a default team."`
	Book           bookFacts      `json:"book,omitzero"`
	Expected       jsontext.Value `json:"expected,omitzero" rule:"object,doc=What the book has to bring, in the client's own form, for reports."`
	Holder         string         `json:"holder" rule:"required,max=128,doc=A random id of the client's process."`
	TakeOver       bool           `json:"take_over,omitzero" rule:"doc=Take the run from another process that holds it."`
}

// bookFacts describe the book of a run.
type bookFacts struct {
	SHA256   string `json:"sha256,omitzero" rule:"max=64,doc=Of the file. A run is of one book: another one closes it and opens a new run."`
	Bytes    int    `json:"bytes,omitzero" rule:"range=0..1000000000000000"`
	Lines    int    `json:"lines,omitzero" rule:"range=0..1000000000000"`
	Accounts int    `json:"accounts,omitzero" rule:"range=0..1000000000000"`
}

func checkOpen(c *endpoint.Call, in *openRequest, at *fault.At) error {
	supplier := c.Supplier(in.ImportSupplier)
	if supplier == nil && at.CleanAt("import_supplier") {
		at.AddAt("import_supplier", fault.SupplierNotFound, account.SupplierNotFoundDetail)
	}
	account.CheckOngoing(supplier, at)
	checkTeam(c, supplier, in.Team, at)
	if in.IfImported == "" {
		in.IfImported = compareImported
	}
	return nil
}

// checkTeam checks the team of the accounts that name none: that of the run, or the supplier's
// default. A run that names no team leaves an account its own.
func checkTeam(c *endpoint.Call, supplier *settings.Supplier, team string, at *fault.At) {
	const member = "operations_team_name"
	if !at.CleanAt(member) {
		return
	}
	if team == "" && supplier != nil {
		team = supplier.DefaultTeam
	}
	if team == "" {
		if !account.MayLackTeam(supplier) {
			at.AddAt(member, account.RuleTeamRequired.Code, account.TeamRequiredDetail)
		}
	} else if _, exists := c.Settings.Team(team); !exists {
		at.AddAt(member, fault.TeamDoesNotExist, "There is no operations team of this name: correct it, or ask the operator to create it.")
	}
}

// open opens a run, or resumes the one that is open.
func (s *service) open(c *endpoint.Call, in *openRequest) (endpoint.Reply, error) {
	supplier := c.Supplier(in.ImportSupplier)
	var opened *run
	var status int
	id := database.NewID()
	err := s.runtime.Writer.DoTraced(c.Request.Context(), func(tx *writer.Tx) (err error) {
		opened, status, err = in.write(tx, id, supplier.ID, c.Client.ID)
		return err
	})
	if err != nil {
		return endpoint.Reply{}, err
	}
	o, err := opened.describe(s.runtime.Reader, c.Settings)
	return endpoint.Reply{Status: status, Body: o}, err
}

// write resumes the open run of the same supplier, client, name and mode, and of the same
// book. Where there is none, it makes a run with the id.
func (in *openRequest) write(tx *writer.Tx, id, supplierID, clientID string) (opened *run, status int, err error) {
	const of = ` FROM runs WHERE supplier = ? AND client = ? AND name = ? AND mode = ?`
	found, err := database.ReadRows(tx, scanRun, `SELECT `+runColumns+of+` ORDER BY id DESC LIMIT 1`, supplierID, clientID, in.Name, string(in.Mode))
	if err != nil {
		return nil, 0, err
	}
	status = http.StatusCreated
	previous := ""
	if len(found) == 1 && found[0].id != id {
		last := &found[0]
		previous = last.id
		if last.state == stateOpen {
			if !in.TakeOver && last.isHeld(in.Holder, tx.Now()) {
				return nil, 0, last.inUse(tx.Now())
			}
			if last.bookSHA256 == in.Book.SHA256 {
				return last, http.StatusOK, in.resume(tx, last)
			}
			if err := closeRun(tx, last, false, ""); err != nil {
				return nil, 0, err
			}
		}
	}
	if len(found) == 1 && found[0].id == id { // the job runs again
		return &found[0], status, nil
	}
	opened = &run{
		id: id, supplierID: supplierID, clientID: clientID, name: in.Name, mode: in.Mode, ifImported: in.IfImported, team: in.Team,
		state: stateOpen, holder: in.Holder, seenAt: tx.Now(), openedAt: tx.Now(), previous: previous,
		bookSHA256: in.Book.SHA256, bookBytes: int64(in.Book.Bytes), bookLines: int64(in.Book.Lines), bookOf: int64(in.Book.Accounts),
		expected: string(in.Expected),
	}
	return opened, status, opened.insert(tx)
}

func (r *run) insert(tx *writer.Tx) error {
	columns := []string{"created", "updated", "supplier", "client", "name", "mode", "if_imported", "team", "state", "holder", "complete", "seen_at", "opened_at", "closed_at",
		"previous", "book_sha256", "book_bytes", "book_lines", "book_accounts", "expected", "unsent"}
	return tx.InsertAs([]string{r.id}, "runs", columns, func(int) []any {
		now := database.Time(tx.Now())
		return []any{now, now, r.supplierID, r.clientID, r.name, string(r.mode), string(r.ifImported), r.team, r.state, r.holder, false,
			database.Time(r.seenAt), database.Time(r.openedAt), "", r.previous, r.bookSHA256, r.bookBytes, r.bookLines, r.bookOf, r.expected, ""}
	})
}

// resume makes the process of the request the holder of an open run, with its choices.
func (in *openRequest) resume(tx *writer.Tx, r *run) error {
	r.holder, r.seenAt, r.ifImported, r.team = in.Holder, tx.Now(), in.IfImported, in.Team
	if len(in.Expected) > 0 {
		r.expected = string(in.Expected)
	}
	now := database.Time(tx.Now())
	_, err := tx.Exec(`UPDATE runs SET holder = ?, seen_at = ?, if_imported = ?, team = ?, expected = ?, updated = ? WHERE id = ?`,
		r.holder, now, string(r.ifImported), r.team, r.expected, now, r.id)
	return err
}

// closeRequest is the body that closes a run.
type closeRequest struct {
	Complete bool           `json:"complete" rule:"doc=Whether the book was read to its end. Otherwise the process lets the run go, which stays open."`
	Unsent   jsontext.Value `json:"unsent,omitzero" rule:"object,doc=What the client did not send, in its own form, for reports."`
}

// close closes a run, or ends the hold of the process that has it.
func (s *service) close(c *endpoint.Call, in *closeRequest) (endpoint.Reply, error) {
	r, _, err := s.readOwnRun(c)
	if err != nil {
		return endpoint.Reply{}, err
	}
	err = s.runtime.Writer.DoTraced(c.Request.Context(), func(tx *writer.Tx) error {
		current, err := findRun(tx, r.id)
		if err != nil || current == nil || current.state == stateClosed {
			return err
		}
		if !in.Complete {
			now := database.Time(tx.Now())
			_, err := tx.Exec(`UPDATE runs SET holder = '', updated = ? WHERE id = ?`, now, r.id)
			return err
		}
		return closeRun(tx, current, true, string(in.Unsent))
	})
	if err != nil {
		return endpoint.Reply{}, err
	}
	return s.answerRun(c, r.id)
}

func closeRun(tx *writer.Tx, r *run, complete bool, unsent string) error {
	now := database.Time(tx.Now())
	_, err := tx.Exec(`UPDATE runs SET state = 'closed', holder = '', complete = ?, closed_at = ?, unsent = ?, updated = ? WHERE id = ?`,
		complete, now, unsent, now, r.id)
	return err
}

// answerRun answers with a run as it is now.
func (s *service) answerRun(c *endpoint.Call, id string) (endpoint.Reply, error) {
	r, err := findRun(s.runtime.Reader, id)
	if err != nil || r == nil {
		return endpoint.Reply{}, err
	}
	o, err := r.describe(s.runtime.Reader, c.Settings)
	if err != nil {
		return endpoint.Reply{}, err
	}
	o.Reconciliation, err = readReconciliation(s.runtime.Reader, r.id)
	return endpoint.Reply{Status: http.StatusOK, Body: o}, err
}

// show answers with the run that the path names.
func (s *service) show(c *endpoint.Call) (endpoint.Reply, error) {
	r, _, err := s.readRun(c)
	if err != nil {
		return endpoint.Reply{}, err
	}
	return s.answerRun(c, r.id)
}
