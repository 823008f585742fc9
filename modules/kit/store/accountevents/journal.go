// Package accountevents records the events of each account in the order of time: every
// validation, staging, creation and import of data. It also keeps the current faults of
// each account. A successful request is recorded in the write that stores its data, so
// the events always agree with the stored data. A refused request stores nothing. Its
// event is recorded shortly afterwards, and a crash may lose it. No other event can be
// lost.
//
// Pages show the events, and events for other systems are made of them.
package accountevents

import (
	"cmp"
	"encoding/json/v2"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

// The names of events. Refusals of data are called by their kind: "notes.refused".
const (
	Validated = "account.validated"
	Staged    = "account.staged"
	Imported  = "account.imported"
	Refused   = "account.refused"
	TakenBack = "account.taken_back"
	Erased    = "account.erased"
)

// maxFaults of an event are kept: who mends more asks the interface.
const maxFaults = 100

// Event is something that happened to an account.
type Event struct {
	ID                    string // of 15 characters; empty for a fresh one
	Name                  string
	SupplierID            string
	ExternalAccountNumber string
	ClientID              string // of the API client that asked for it
	Step                  string // what was refused: validate, stage, process or a kind of data
	StagingID             string // of the payload that was staged
	ServiceAccountNumber  string // of an account that was imported, or taken back
	Items                 int    // that a request brought
	Code                  string // of a refusal
	Faults                fault.List
	At                    time.Time // of what is recorded later; the moment of the write otherwise
}

// Record writes an event, and what it changes of the account's faults.
func Record(tx *writer.Tx, e Event) error {
	if e.At.IsZero() {
		e.At = tx.Now()
	}
	id := cmp.Or(e.ID, database.NewID())
	if err := e.insert(tx, id); err != nil {
		return err
	}
	if err := e.tell(tx, id); err != nil {
		return err
	}
	switch e.Name {
	case Validated, Staged, Imported:
		return Clear(tx, e.SupplierID, e.ExternalAccountNumber)
	case Refused:
		return e.replaceFaults(tx)
	}
	return nil
}

// Has reports whether the event of an id is recorded: whether a job that is run again,
// since its answer was lost, has done its work.
func Has(q database.Querier, id string) (yes bool, err error) {
	err = q.QueryRow(`SELECT EXISTS (SELECT 1 FROM account_events WHERE id = ?)`, id).Scan(&yes)
	return yes, err
}

func (e *Event) insert(tx *writer.Tx, id string) error {
	const query = `INSERT INTO account_events (id, created, supplier, external_account_number, event, step, client, staging, items, code, faults)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	faults := ""
	if n := min(len(e.Faults), maxFaults); n > 0 {
		text, err := json.Marshal(e.Faults[:n])
		if err != nil {
			return err
		}
		faults = string(text)
	}
	_, err := tx.Exec(query, id, database.Time(e.At), e.SupplierID, e.ExternalAccountNumber, e.Name, e.Step,
		e.ClientID, e.StagingID, e.Items, e.Code, faults)
	return err
}
