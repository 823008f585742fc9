package audit

import (
	"database/sql"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// Write adds the entry through app, in app's transaction.
func Write(app core.App, e *Entry) error {
	values, err := e.Values(time.Now())
	if err != nil {
		return err
	}
	row := make(dbx.Params, len(Columns))
	for i, column := range Columns {
		row[column] = values[i]
	}
	_, err = app.NonconcurrentDB().Insert(Table, row).Execute()
	return err
}

// Tx is a write transaction of another package than PocketBase.
type Tx interface {
	Exec(query string, args ...any) (sql.Result, error)
	Now() time.Time
}

// Add adds the entry to a write transaction.
func Add(tx Tx, e *Entry) error {
	values, err := e.Values(tx.Now())
	if err != nil {
		return err
	}
	_, err = tx.Exec(Insert, values...)
	return err
}
