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
	to      account.State
	reason  string
	actor   audit.Actor
	auditID string // the id of the change's row in the audit log. A row with this id shows that the change was made.

	process string
}

func newChange(to account.State, reason string, actor audit.Actor) *change {
	return &change{to: to, reason: reason, actor: actor, auditID: database.NewID()}
}

// processRow is the row of a process as the change finds it.
type processRow struct {
	supplier, number, reason string
	state                    account.State
}

// processFilter is a condition that finds a process.
type processFilter struct {
	condition string
	args      []any
}

func matchID(id string) processFilter { return processFilter{`p.id = ?`, []any{id}} }

func matchNumber(supplier, externalAccountNumber string) processFilter {
	return processFilter{`s.code = ? AND p.external_account_number = ?`, []any{supplier, externalAccountNumber}}
}

// apply makes the change. An error that is a *module.Refusal is meant for the caller.
func (c *change) apply(w *writer.Writer, which processFilter) (err error) {
	if c.to == account.Skipped {
		if c.reason, err = module.Reason(c.reason); err != nil {
			return err
		}
	}
	return w.Do(func(tx *writer.Tx) error {
		p, err := c.findProcess(tx, which)
		if err != nil {
			return err
		}
		var done bool // by this very change, whose answer was lost
		if err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM audit_log WHERE id = ?)`, c.auditID).Scan(&done); err != nil || done {
			return err
		}
		if err := c.checkState(p); err != nil {
			return err
		}
		return c.writeChange(tx, p)
	})
}

func (c *change) findProcess(tx *writer.Tx, which processFilter) (*processRow, error) {
	var p processRow
	err := tx.QueryRow(`SELECT p.id, p.supplier, p.external_account_number, p.state, p.skip_reason
		FROM import_processes p JOIN suppliers s ON s.id = p.supplier WHERE `+which.condition, which.args...).
		Scan(&c.process, &p.supplier, &p.number, &p.state, &p.reason)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, module.Refused(http.StatusNotFound, "There is no such process.")
	}
	return &p, err
}

func (c *change) checkState(p *processRow) error {
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

// writeChange writes the change with its counters, its event and its row in the audit log.
func (c *change) writeChange(tx *writer.Tx, p *processRow) error {
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
	action, event := audit.Skip, accountevents.Skipped
	if c.to == account.Staged {
		action, event = audit.Unskip, accountevents.Unskipped
	}
	if err := accountevents.Record(tx, accountevents.Event{Name: event, SupplierID: p.supplier, ExternalAccountNumber: p.number}); err != nil {
		return err
	}
	return audit.Add(tx, &audit.Entry{
		ID: c.auditID, Actor: c.actor, Action: action, Collection: "import_processes", Record: c.process, Label: p.number,
		Before: map[string]any{"state": p.state, "skip_reason": p.reason}, After: map[string]any{"state": c.to, "skip_reason": reason},
	})
}
