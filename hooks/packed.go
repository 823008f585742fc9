package hooks

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/packed"
)

// showPacked shows the texts of packed columns in records, as the dashboard and PocketBase's
// interface present them.
func showPacked(app core.App, tables module.Tables) {
	for i := range tables {
		columns := strings.Fields(tables[i].Packed)
		if len(columns) == 0 {
			continue
		}
		app.OnRecordEnrich(tables[i].Name).BindFunc(func(e *core.RecordEnrichEvent) error {
			for _, column := range columns {
				text, err := packed.Unpack([]byte(e.Record.GetString(column)))
				if err != nil {
					return err
				}
				e.Record.Set(column, string(text))
			}
			return e.Next()
		})
	}
}
