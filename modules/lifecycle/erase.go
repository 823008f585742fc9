package lifecycle

import (
	"maps"
	"slices"
	"strings"

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
	root   string // of the supplier's documents
	by     audit.Actor
	reason string
	event  string // the id of its event, by which it is known to be done
	result Erased
}

func newErase(s subject, root string, by audit.Actor, reason string) *erase {
	return &erase{subject: s, root: root, by: by, reason: reason, event: database.NewID()}
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
	e.result.Documents, err = documentsOf(q, p, e.root)
	return err
}

// write erases. Where nothing is left to remove, nothing is recorded either.
func (e *erase) write(tx *writer.Tx) error {
	if done, err := accountevents.Has(tx, e.event); err != nil || done {
		return err
	}
	p, err := e.find(tx)
	if err != nil {
		return err
	}
	e.result = Erased{ExternalAccountNumber: e.number, Rows: make(Counts)}
	if e.result.Documents, err = documentsOf(tx, p, e.root); err != nil {
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

// change empties columns of the rows of a table that a condition finds.
type change struct {
	table     string
	of        string
	args      []any
	emptied   []string
	unset     []string
	rewritten map[string]string
	stamps    []string // columns that keep when it was done
}

// changes are all that make the personal data of a process disappear: what was
// imported, every payload that was sent, and what was found wrong with them. Whoever
// has read the payload before cannot create an account of it any more.
func (e *erase) changes(p *imports.Process) []change {
	var all []change
	for i := range tables {
		t := &tables[i]
		all = append(all, change{table: t.name, of: t.key() + ` = ?`, args: []any{p.AccountID}, emptied: strings.Fields(t.emptied),
			unset: strings.Fields(t.unset), rewritten: t.rewritten, stamps: []string{"updated"}})
	}
	byNumber := []any{e.supplierID, e.number}
	return append(all,
		change{table: "stagings", of: `process = ?`, args: []any{p.ID}, emptied: []string{"payload"}, stamps: []string{"updated", "purged_at"}},
		change{table: "import_processes", of: `id = ?`, args: []any{p.ID}, emptied: []string{"last_error", "skip_reason"}, stamps: []string{"updated"}},
		change{table: "account_events", of: `supplier = ? AND external_account_number = ?`, args: byNumber, emptied: []string{"faults"}},
	)
}

// where finds the rows that still have something to remove.
func (c *change) where() string {
	var some []string
	for _, column := range c.emptied {
		some = append(some, column+` <> ''`)
	}
	for _, column := range c.unset {
		some = append(some, column+` <> FALSE`)
	}
	for _, column := range slices.Sorted(maps.Keys(c.rewritten)) {
		some = append(some, column+` <> '' AND `+column+` <> `+c.rewritten[column])
	}
	return c.of + ` AND (` + strings.Join(some, ` OR `) + `)`
}

// set is what becomes of them. Its parameters are the moment, for each of the stamps.
func (c *change) set() string {
	var all []string
	for _, column := range c.stamps {
		all = append(all, column+` = ?`)
	}
	for _, column := range c.emptied {
		all = append(all, column+` = ''`)
	}
	for _, column := range c.unset {
		all = append(all, column+` = FALSE`)
	}
	for _, column := range slices.Sorted(maps.Keys(c.rewritten)) {
		all = append(all, column+` = CASE `+column+` WHEN '' THEN '' ELSE `+c.rewritten[column]+` END`)
	}
	return strings.Join(all, `, `)
}
