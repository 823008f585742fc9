package hooks

import (
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/audit"
)

// bindSystem records what admins change besides records: the settings and the schema. It also
// records the log-ins of superusers.
func (a *auditor) bindSystem(app core.App) {
	app.OnModelUpdate("_params").BindFunc(a.auditSettings)
	app.OnSettingsUpdateRequest().BindFunc(func(e *core.SettingsUpdateRequestEvent) error {
		return doAs(audit.Account(e.Auth), e.RequestEvent, e.Next)
	})
	app.OnCollectionUpdateRequest().BindFunc(newCollectionAuditor(audit.Update))
	app.OnCollectionDeleteRequest().BindFunc(newCollectionAuditor(audit.Delete))
	app.OnRecordAuthRequest(core.CollectionNameSuperusers).BindFunc(func(e *core.RecordAuthRequestEvent) error {
		if err := e.Next(); err != nil || e.AuthMethod == "" { // the renewal of a token is no log-in
			return err
		}
		return audit.Write(e.App, &audit.Entry{
			Actor: audit.Account(e.Record), Action: audit.Login, Collection: e.Collection.Name, Record: e.Record.Id, Label: e.AuthMethod,
		})
	})
}
