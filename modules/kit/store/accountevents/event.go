// Package accountevents records the events of accounts: every validation, staging,
// creation and import of data, in the order of time. It also keeps the current faults of
// each account. The transaction that changes an account records the event, so the events
// say neither more nor less than what is stored. A refused request stores nothing: a
// [Recorder] records the refusal shortly after the answer. A crash may lose only such
// refusals.
//
// Pages show the events, and the package enqueues them for other systems.
package accountevents

import (
	"cmp"
	"encoding/json/v2"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

// The names of events. The refusal of data has the name of its kind: "notes.refused".
const (
	Validated = "account.validated"
	Staged    = "account.staged"
	Imported  = "account.imported"
	Refused   = "account.refused"
	TakenBack = "account.taken_back"
	Erased    = "account.erased"
	Skipped   = "process.skipped"
	Unskipped = "process.unskipped"
)

// The names of the events of further data end with these.
const (
	importedSuffix = ".imported"
	refusedSuffix  = ".refused"
)

// maxFaults is how many faults of an event are kept. The answer to the request has all.
const maxFaults = 100

// Event is an event of an account.
type Event struct {
	ID                    string // 15 characters; empty for a new id
	Name                  string
	SupplierID            string
	ExternalAccountNumber string
	ClientID              string // of the API client that sent the request
	Step                  string // what was refused: a step, or a kind of data such as "notes"
	StagingID             string // of the payload that was staged
	ServiceAccountNumber  string // of an account that was imported, or taken back
	Items                 int    // number of items of the request
	Code                  string // of a refusal
	Faults                fault.List
	At                    time.Time // zero for the moment of the write
}

// Record writes an event, enqueues it for the supplier's receivers, and brings the
// account's faults up to date.
func Record(tx *writer.Tx, e Event) error {
	if e.At.IsZero() {
		e.At = tx.Now()
	}
	id := cmp.Or(e.ID, database.NewID())
	faults := ""
	if n := min(len(e.Faults), maxFaults); n > 0 {
		text, err := json.Marshal(e.Faults[:n])
		if err != nil {
			return err
		}
		faults = string(text)
	}
	former := "" // an account that is there has its number in its own row
	if e.Name == TakenBack {
		former = e.ServiceAccountNumber
	}
	const query = `INSERT INTO account_events (id, created, supplier, external_account_number, event, step, client, staging, items, code, faults, former_number)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	_, err := tx.Exec(query, id, database.ShortTime(e.At, id), e.SupplierID, e.ExternalAccountNumber, e.Name, e.Step,
		e.ClientID, e.StagingID, e.Items, e.Code, faults, former)
	if err != nil {
		return err
	}
	if err := e.enqueue(tx, id); err != nil {
		return err
	}
	return e.updateFaults(tx)
}

// IsRecorded reports whether the event with an id is recorded. A job that runs again,
// because the answer to its commit was lost, learns so that its work is done.
func IsRecorded(q database.Querier, id string) (recorded bool, err error) {
	err = q.QueryRow(`SELECT EXISTS (SELECT 1 FROM account_events WHERE id = ?)`, id).Scan(&recorded)
	return recorded, err
}
