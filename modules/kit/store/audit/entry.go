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

// The actions.
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
	MoveOut    = "move out"
	MoveIn     = "move in"
)

// Actor is the author of a change. The role is operator or admin for a superuser, command
// for a user who runs commands on the machine, service for the service itself, or else
// the collection of the account.
type Actor struct{ ID, Name, Role string }

// Entry is one row of the log. Before and After hold the changed fields. They are nil
// where the record does not exist before or after the change.
type Entry struct {
	ID                 string // empty for a new entry
	Actor              Actor
	Action             string
	Collection, Record string
	Label              string // the name of the record for people
	Before, After      map[string]any
}

// Columns are the columns of a row, in the order of Values.
var Columns = []string{"id", "created", "actor", "actor_role", "actor_id", "action", "collection", "record", "label", "before", "after"}

// Insert inserts a row with Values.
const Insert = `INSERT INTO ` + Table + ` (id, created, actor, actor_role, actor_id, action, collection, record, label, before, after)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// Values returns the columns of a new row.
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
