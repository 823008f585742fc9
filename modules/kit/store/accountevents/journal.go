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

// The names of events. A refusal of data is named after its kind: "notes.refused".
const (
	Validated = "account.validated"
	Staged    = "account.staged"
	Imported  = "account.imported"
	Refused   = "account.refused"
	TakenBack = "account.taken_back"
	Erased    = "account.erased"
)

// maxFaults is how many faults of an event are kept. The interface reports all of them.
const maxFaults = 100

// Event is an event of an account.
type Event struct {
	ID                    string // 15 characters; empty for a new event
	Name                  string
	SupplierID            string
	ExternalAccountNumber string
	ClientID              string // the API client that sent the request
	Step                  string // the refused operation: validate, stage, process or a kind of data
	StagingID             string // the payload that was staged
	ServiceAccountNumber  string // number of an account that was imported or taken back
	Items                 int    // number of items in the request
	Code                  string // code of a refusal
	Faults                fault.List
	At                    time.Time // the time of an event that is recorded later; otherwise the time of the write
}

// Record writes an event, and updates the account's faults.
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

// Has reports whether the event with an id is recorded. A job that runs again because its
// answer was lost finds out by it that its work is done.
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
