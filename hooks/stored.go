package hooks

import (
	"database/sql"
	"errors"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/packed"
)

// showStored shows the values that columns stand for in records, as the dashboard and PocketBase's
// interface present them: the texts of packed columns, and whole times.
func showStored(app core.App, tables module.Tables) {
	for i := range tables {
		table := tables[i]
		if table.Access != module.ReadOnly {
			continue
		}
		columns := strings.Fields(table.Packed)
		app.OnRecordEnrich(table.Name).BindFunc(func(e *core.RecordEnrichEvent) error {
			for _, column := range columns {
				text, err := packed.Unpack([]byte(e.Record.GetString(column)))
				if err != nil {
					return err
				}
				e.Record.Set(column, string(text))
			}
			if err := showTimes(e, table.Undated); err != nil {
				return err
			}
			return e.Next()
		})
	}
}

// showTimes reads the times of a record that its fields do not have: a field of PocketBase drops a
// text that is no whole time.
func showTimes(e *core.RecordEnrichEvent, undated bool) error {
	isShown := func(field string) bool {
		return e.Record.Collection().Fields.GetByName(field) == nil || e.Record.GetString(field) != ""
	}
	if isShown("created") && (undated || isShown("updated")) {
		return nil
	}
	columns := "created"
	if undated {
		columns += ", created AS updated"
	} else {
		columns += ", updated"
	}
	var stored struct {
		Created string `db:"created"`
		Updated string `db:"updated"`
	}
	query := e.App.DB().NewQuery(`SELECT ` + columns + ` FROM ` + e.Record.TableName() + ` WHERE id = {:id}`)
	err := query.Bind(dbx.Params{"id": e.Record.Id}).One(&stored)
	if errors.Is(err, sql.ErrNoRows) { // it was deleted meanwhile
		return nil
	}
	if err != nil {
		return err
	}
	created, updated := database.RowTimes(stored.Created, stored.Updated, e.Record.Id)
	setTime(e.Record, "created", created)
	if !undated {
		setTime(e.Record, "updated", updated)
	}
	return nil
}

// setTime sets a field of a date of creation or change, which PocketBase sets by itself otherwise.
func setTime(record *core.Record, field, value string) {
	if at, err := types.ParseDateTime(value); err == nil {
		record.SetRaw(field, at)
	}
}
