package lifecycle

import (
	"errors"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
)

// TakenBack describes an account that was taken back, or would be.
type TakenBack struct {
	DryRun                bool   `json:"dry_run"`
	ExternalAccountNumber string `json:"external_account_number"`
	ServiceAccountNumber  string `json:"service_account_number"` // before
	Rows                  Counts `json:"rows"`                   // deleted rows by table
	// StageAgain says that the staged data was purged: the account must be staged again before it
	// can be processed.
	StageAgain bool `json:"stage_again"`
}

// TakeBack undoes the import of one account. taken is false where the account is not
// imported. An error that is a *[module.Refusal] is meant for the caller.
func TakeBack(r *module.Runtime, supplierID, externalAccountNumber string, by audit.Actor, reason string) (taken bool, err error) {
	err = newTakeBack(r.Tables(), accountKey{supplierID, externalAccountNumber}, by, reason).takeBackData(r.Writer)
	if errors.Is(err, errNotImported) || errors.Is(err, errNoProcess) {
		return false, nil
	}
	return err == nil, err
}

// takeBack undoes the import of one account.
type takeBack struct {
	accountKey
	tables module.Tables
	by     audit.Actor
	reason string
	event  string // the id of the event; an event with this id shows that the job was done
	done   bool
	result TakenBack
}

func newTakeBack(tables module.Tables, s accountKey, by audit.Actor, reason string) *takeBack {
	return &takeBack{accountKey: s, tables: tables, by: by, reason: reason, event: database.NewID()}
}

// takeBackData takes the account back. An error that is a *module.Refusal is meant for the caller.
func (t *takeBack) takeBackData(w *writer.Writer) (err error) {
	if t.reason, err = module.Reason(t.reason); err != nil {
		return err
	}
	return w.Do(t.writeTakeBack)
}

// planTakeBack counts what would be deleted, and writes nothing.
func (t *takeBack) planTakeBack(q database.Querier, store *settingsdb.Store) error {
	current, err := store.Current()
	if err != nil {
		return err
	}
	p, err := t.findImported(q, current)
	if err != nil {
		return err
	}
	rows, err := countRows(q, t.tables, t.newIdentity(p))
	if err != nil {
		return err
	}
	return t.describeResult(q, p, rows, true)
}

// writeTakeBack takes the account back.
func (t *takeBack) writeTakeBack(tx *writer.Tx) error {
	if done, err := accountevents.IsRecorded(tx, t.event); err != nil || done {
		return err
	}
	current, err := settingsdb.InTransaction(tx)
	if err != nil {
		return err
	}
	p, err := t.findImported(tx, current)
	if err != nil {
		return err
	}
	rows, err := t.deleteRows(tx, t.newIdentity(p))
	if err != nil {
		return err
	}
	if err := t.describeResult(tx, p, rows, false); err != nil {
		return err
	}
	if err := t.changeRows(tx, t.newIdentity(p)); err != nil {
		return err
	}
	progress.Count(tx, t.supplierID, string(account.Imported), -1)
	progress.Count(tx, t.supplierID, string(account.Staged), 1)
	return t.recordTakeBack(tx, p)
}

// deleteRows deletes all rows of the account, and subtracts them from the counters.
func (t *takeBack) deleteRows(tx *writer.Tx, of module.Identity) (Counts, error) {
	counts := make(Counts)
	imported := t.tables.Imported()
	for i := range imported {
		table := &imported[i]
		where, args := table.Condition(of)
		result, err := tx.Exec(`DELETE FROM `+table.Name+` WHERE `+where, args...)
		if err != nil {
			return nil, err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return nil, err
		}
		counts.addRows(table.Name, int(n))
		if table.Counted {
			progress.Count(tx, t.supplierID, table.Name, -int(n))
		}
	}
	return counts, nil
}

// changeRows changes the rows that stay: the process becomes what it was before the import.
func (t *takeBack) changeRows(tx *writer.Tx, of module.Identity) error {
	now := database.Time(tx.Now())
	all := t.tables.OfAccounts()
	for i := range all {
		table := &all[i]
		if table.TakenBack.Set == "" {
			continue
		}
		where, args := table.Condition(of)
		if table.TakenBack.Where != "" {
			where += ` AND ` + table.TakenBack.Where
		}
		if _, err := tx.Exec(`UPDATE `+table.Name+` SET `+table.TakenBack.Set+`, updated = ? WHERE `+where, append([]any{now}, args...)...); err != nil {
			return err
		}
	}
	return nil
}

func (t *takeBack) describeResult(q database.Querier, p *imports.Process, rows Counts, dryRun bool) error {
	t.result = TakenBack{DryRun: dryRun, ExternalAccountNumber: t.number, ServiceAccountNumber: p.AccountNumber, Rows: rows}
	var err error
	t.result.StageAgain, err = isPurged(q, t.tables, p.StagingID)
	return err
}

func (t *takeBack) recordTakeBack(tx *writer.Tx, p *imports.Process) error {
	err := accountevents.Record(tx, accountevents.Event{
		ID: t.event, Name: accountevents.TakenBack, SupplierID: t.supplierID, ExternalAccountNumber: t.number, ServiceAccountNumber: p.AccountNumber,
	})
	if err != nil {
		return err
	}
	return audit.Add(tx, &audit.Entry{
		Actor: t.by, Action: audit.TakeBack, Collection: "import_processes", Record: p.ID, Label: t.number,
		Before: map[string]any{"state": p.State, "service_account_number": p.AccountNumber},
		After:  map[string]any{"state": account.Staged, "rows": t.result.Rows, "reason": t.reason},
	})
}
