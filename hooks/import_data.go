package hooks

import "github.com/pocketbase/pocketbase/core"

// keepImportData refuses every change of import data through the records interface, by any caller.
// Only imports write its rows.
func (c *collections) keepImportData(app core.App) {
	if len(c.readOnly) == 0 {
		return // a hook without names would apply to all collections
	}
	refuse := func(e *core.RecordRequestEvent) error {
		return e.ForbiddenError("Import data cannot be changed by hand: import it again, or ask for a correction by the supplier.", nil)
	}
	app.OnRecordCreateRequest(c.readOnly...).BindFunc(refuse)
	app.OnRecordUpdateRequest(c.readOnly...).BindFunc(refuse)
	app.OnRecordDeleteRequest(c.readOnly...).BindFunc(refuse)
}
