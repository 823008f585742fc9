package lifecycle

import (
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/writer"
)

// Erased describes a customer whose personal data was removed, or would be.
type Erased struct {
	DryRun                bool   `json:"dry_run"`
	ExternalAccountNumber string `json:"external_account_number"`
	Rows                  Counts `json:"rows"` // changed and deleted rows by table; empty where no data was left to remove
	// Documents are the places in the document store that the account's data named. The service
	// never writes there: an operator has to delete them.
	Documents []string `json:"documents"`
}

// erase removes the personal data of one account, whatever the supplier's status. Most rows stay,
// with their amounts, dates and codes. Sums and counters therefore stay the same.
type erase struct {
	accountKey
	tables module.Tables
	root   string // of the supplier's documents
	by     audit.Actor
	reason string
	event  string // the id of the event; an event with this id shows that the job was done
	result Erased
}

func newErase(tables module.Tables, s accountKey, root string, by audit.Actor, reason string) *erase {
	return &erase{accountKey: s, tables: tables, root: root, by: by, reason: reason, event: database.NewID()}
}

// eraseData erases. An error that is a *module.Refusal is meant for the caller.
func (e *erase) eraseData(w *writer.Writer) (err error) {
	if e.reason, err = module.Reason(e.reason); err != nil {
		return err
	}
	return w.Do(e.writeErase)
}

// planErase counts what would change, and writes nothing.
func (e *erase) planErase(q database.Querier) error {
	p, err := e.findTraces(q, e.tables)
	if err != nil {
		return err
	}
	e.result = Erased{DryRun: true, ExternalAccountNumber: e.number, Rows: make(Counts)}
	for _, c := range e.listChanges(p) {
		n, err := c.count(q)
		if err != nil {
			return err
		}
		e.result.Rows.addRows(c.table, n)
	}
	e.result.Documents, err = listDocuments(q, e.tables, p, e.root)
	return err
}

// writeErase erases. It records nothing where no data was left to remove.
func (e *erase) writeErase(tx *writer.Tx) error {
	if done, err := accountevents.IsRecorded(tx, e.event); err != nil || done {
		return err
	}
	p, err := e.findTraces(tx, e.tables)
	if err != nil {
		return err
	}
	e.result = Erased{ExternalAccountNumber: e.number, Rows: make(Counts)}
	if e.result.Documents, err = listDocuments(tx, e.tables, p, e.root); err != nil {
		return err
	}
	for _, c := range e.listChanges(p) {
		n, err := c.write(tx)
		if err != nil {
			return err
		}
		e.result.Rows.addRows(c.table, n)
	}
	if len(e.result.Rows) == 0 {
		return nil
	}
	return e.recordErase(tx, p)
}

func (e *erase) recordErase(tx *writer.Tx, p *imports.Process) error {
	err := accountevents.Record(tx, accountevents.Event{ID: e.event, Name: accountevents.Erased, SupplierID: e.supplierID, ExternalAccountNumber: e.number})
	if err != nil {
		return err
	}
	return audit.Add(tx, &audit.Entry{
		Actor: e.by, Action: audit.Erase, Collection: "import_processes", Record: p.ID, Label: e.number,
		After: map[string]any{"rows": e.result.Rows, "documents": len(e.result.Documents), "reason": e.reason},
	})
}

// listChanges lists all changes that remove the personal data of a process: the imported data,
// every payload that was sent, and the faults that were found. A request that has read the payload
// before cannot create an account of it afterwards.
func (e *erase) listChanges(p *imports.Process) []change {
	var all []change
	tables := e.tables.OfAccounts()
	for i := range tables {
		if c := newChange(&tables[i], e.newIdentity(p)); c.isAny() {
			all = append(all, c)
		}
	}
	return all
}
