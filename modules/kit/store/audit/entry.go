// Package audit is the log of changes by people. A row is written in the same transaction
// as its change, and never changes afterwards. The log holds no secrets: of a hidden
// field it says that the value changed, and does not show the values.
package audit

import (
	"encoding/json/v2"
	"time"

	"dataimport/modules/kit/store/database"
)

// Table is the collection of the log.
const Table = "audit_log"

// What happened.
const (
	Create     = "create"
	Update     = "update"
	Delete     = "delete"
	Skip       = "skip"
	Unskip     = "unskip"
	KeyIssued  = "key issued"
	KeyRotated = "key rotated"
	Login      = "login"
	TakeBack   = "take back"
	Export     = "export"
	Erase      = "erase"
	Purge      = "purge"
)

// Actor is who did it. The role is operator or admin, or else command, for whoever
// may run commands on the machine, service, or the collection of another account.
type Actor struct{ ID, Name, Role string }

// Entry is one row of the log. Before and After hold the fields that changed; nil
// where there was, or is, nothing.
type Entry struct {
	ID                 string // empty for a fresh one
	Actor              Actor
	Action             string
	Collection, Record string
	Label              string // what people call the record
	Before, After      map[string]any
}

// Columns are those of a row, in the order of Values.
var Columns = []string{"id", "created", "actor", "actor_role", "actor_id", "action", "collection", "record", "label", "before", "after"}

// Insert writes the row of Values.
const Insert = `INSERT INTO ` + Table + ` (id, created, actor, actor_role, actor_id, action, collection, record, label, before, after)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// Values are the columns of a fresh row.
func (e *Entry) Values(now time.Time) ([]any, error) {
	before, err := fields(e.Before)
	if err != nil {
		return nil, err
	}
	after, err := fields(e.After)
	if err != nil {
		return nil, err
	}
	id := e.ID
	if id == "" {
		id = database.NewID()
	}
	return []any{
		id, database.Time(now), e.Actor.Name, e.Actor.Role, e.Actor.ID, e.Action, e.Collection, e.Record, e.Label, before, after,
	}, nil
}

func fields(changed map[string]any) (string, error) {
	if changed == nil {
		return "null", nil
	}
	text, err := json.Marshal(changed, json.Deterministic(true))
	return string(text), err
}
