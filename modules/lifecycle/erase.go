package lifecycle

import (
	"slices"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/writer"
)

// Erased is a customer whose personal data was removed, or would be.
type Erased struct {
	DryRun                bool   `json:"dry_run"`
	ExternalAccountNumber string `json:"external_account_number"`
	Rows                  Counts `json:"rows"` // that changed; none where there was nothing left to remove
	// Documents are the places in the document store that the account's data named.
	// The service never writes there: somebody has to delete them.
	Documents []string `json:"documents"`
}

// erase removes the personal data of one account, whatever the supplier's status. Rows
// stay, with their amounts, dates and codes, so that sums and counters do too.
type erase struct {
	subject
	tables module.Tables
	root   string // of the supplier's documents
	by     audit.Actor
	reason string
	event  string // the id of its event, by which it is known to be done
	result Erased
}

func newErase(tables module.Tables, s subject, root string, by audit.Actor, reason string) *erase {
	return &erase{subject: s, tables: tables, root: root, by: by, reason: reason, event: database.NewID()}
}

// do erases; an error that is a *module.Refusal is for whoever asked.
func (e *erase) do(w *writer.Writer) (err error) {
	if e.reason, err = module.Reason(e.reason); err != nil {
		return err
	}
	return w.Do(e.write)
}

// plan says what would change, and writes nothing.
func (e *erase) plan(q database.Querier) error {
	p, err := e.find(q)
	if err != nil {
		return err
	}
	e.result = Erased{DryRun: true, ExternalAccountNumber: e.number, Rows: make(Counts)}
	for _, c := range e.changes(p) {
		var n int
		if err := q.QueryRow(`SELECT count(*) FROM `+c.table+` WHERE `+c.where(), c.args...).Scan(&n); err != nil {
			return err
		}
		e.result.Rows.add(c.table, n)
	}
	e.result.Documents, err = documentsOf(q, e.tables, p, e.root)
	return err
}

// write erases. Where nothing is left to remove, nothing is recorded either.
func (e *erase) write(tx *writer.Tx) error {
	if done, err := accountevents.IsRecorded(tx, e.event); err != nil || done {
		return err
	}
	p, err := e.find(tx)
	if err != nil {
		return err
	}
	e.result = Erased{ExternalAccountNumber: e.number, Rows: make(Counts)}
	if e.result.Documents, err = documentsOf(tx, e.tables, p, e.root); err != nil {
		return err
	}
	now := database.Time(tx.Now())
	for _, c := range e.changes(p) {
		args := slices.Concat(slices.Repeat([]any{now}, len(c.stamps)), c.args)
		result, err := tx.Exec(`UPDATE `+c.table+` SET `+c.set()+` WHERE `+c.where(), args...)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return err
		}
		e.result.Rows.add(c.table, int(n))
	}
	if len(e.result.Rows) == 0 {
		return nil
	}
	return e.tell(tx, p)
}

func (e *erase) tell(tx *writer.Tx, p *imports.Process) error {
	err := accountevents.Record(tx, accountevents.Event{ID: e.event, Name: accountevents.Erased, SupplierID: e.supplierID, ExternalAccountNumber: e.number})
	if err != nil {
		return err
	}
	return audit.Add(tx, &audit.Entry{
		Actor: e.by, Action: audit.Erase, Collection: "import_processes", Record: p.ID, Label: e.number,
		After: map[string]any{"rows": e.result.Rows, "documents": len(e.result.Documents), "reason": e.reason},
	})
}

// changes are the changes that remove the personal data of a process: what was imported,
// every payload that was sent, and what was found wrong with them. A request that has read
// the payload before cannot create an account of it any more.
func (e *erase) changes(p *imports.Process) []change {
	var all []change
	tables := e.tables.OfAccounts()
	for i := range tables {
		if c := newChange(&tables[i], e.identity(p)); c.isAny() {
			all = append(all, c)
		}
	}
	return all
}
