package operators

import (
	"database/sql"
	"errors"
	"net/http"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/writer"
)

// change takes a staged process out of the migration, or puts it back.
type change struct {
	to     account.State
	reason string
	actor  audit.Actor
	entry  string // the id of its row in the audit log, by which it is known to be done

	process string
}

func newChange(to account.State, reason string, actor audit.Actor) *change {
	return &change{to: to, reason: reason, actor: actor, entry: database.NewID()}
}

// process is the row of a process as the change finds it.
type process struct {
	supplier, number, reason string
	state                    account.State
}

// where finds a process.
type where struct {
	condition string
	args      []any
}

func byID(id string) where { return where{`p.id = ?`, []any{id}} }

func byNumber(supplier, externalAccountNumber string) where {
	return where{`s.code = ? AND p.external_account_number = ?`, []any{supplier, externalAccountNumber}}
}

// do makes the change; an error that is a *module.Refusal is for whoever asked.
func (c *change) do(w *writer.Writer, which where) (err error) {
	if c.to == account.Skipped {
		if c.reason, err = module.Reason(c.reason); err != nil {
			return err
		}
	}
	return w.Do(func(tx *writer.Tx) error {
		p, err := c.find(tx, which)
		if err != nil {
			return err
		}
		var done bool // by this very change, whose answer was lost
		if err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM audit_log WHERE id = ?)`, c.entry).Scan(&done); err != nil || done {
			return err
		}
		if err := c.check(p); err != nil {
			return err
		}
		return c.write(tx, p)
	})
}

func (c *change) find(tx *writer.Tx, which where) (*process, error) {
	var p process
	err := tx.QueryRow(`SELECT p.id, p.supplier, p.external_account_number, p.state, p.skip_reason
		FROM import_processes p JOIN suppliers s ON s.id = p.supplier WHERE `+which.condition, which.args...).
		Scan(&c.process, &p.supplier, &p.number, &p.state, &p.reason)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, module.Refused(http.StatusNotFound, "There is no such process.")
	}
	return &p, err
}

func (c *change) check(p *process) error {
	switch {
	case p.state == account.Imported:
		return module.Refused(http.StatusConflict, "This account is imported already.")
	case p.state == c.to && c.to == account.Skipped:
		return module.Refused(http.StatusConflict, "This account is marked as skipped already.")
	case p.state == c.to:
		return module.Refused(http.StatusConflict, "This account is not marked as skipped.")
	}
	return nil
}

// write is the change with its counters, its event and its row in the audit log.
func (c *change) write(tx *writer.Tx, p *process) error {
	reason := ""
	if c.to == account.Skipped {
		reason = c.reason
	}
	_, err := tx.Exec(`UPDATE import_processes SET state = ?, skip_reason = ?, updated = ? WHERE id = ?`,
		string(c.to), reason, database.Time(tx.Now()), c.process)
	if err != nil {
		return err
	}
	progress.Count(tx, p.supplier, string(p.state), -1)
	progress.Count(tx, p.supplier, string(c.to), 1)
	action, event := audit.Skip, "process.skipped"
	if c.to == account.Staged {
		action, event = audit.Unskip, "process.unskipped"
	}
	if err := accountevents.Record(tx, accountevents.Event{Name: event, SupplierID: p.supplier, ExternalAccountNumber: p.number}); err != nil {
		return err
	}
	return audit.Add(tx, &audit.Entry{
		ID: c.entry, Actor: c.actor, Action: action, Collection: "import_processes", Record: c.process, Label: p.number,
		Before: map[string]any{"state": p.state, "skip_reason": p.reason}, After: map[string]any{"state": c.to, "skip_reason": reason},
	})
}
