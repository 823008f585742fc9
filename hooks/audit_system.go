package hooks

import (
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/audit"
)

// bindSystem writes down what admins change that is no record: settings and schema;
// and who of the superusers signs in.
func (a *auditor) bindSystem(app core.App) {
	app.OnModelUpdate("_params").BindFunc(a.settingsSaved)
	app.OnSettingsUpdateRequest().BindFunc(func(e *core.SettingsUpdateRequestEvent) error {
		return as(audit.Account(e.Auth), e.RequestEvent, e.Next)
	})
	app.OnCollectionCreateRequest().BindFunc(collectionRequest(audit.Create))
	app.OnCollectionUpdateRequest().BindFunc(collectionRequest(audit.Update))
	app.OnCollectionDeleteRequest().BindFunc(collectionRequest(audit.Delete))
	app.OnCollectionsImportRequest().BindFunc(importRequest)
	app.OnRecordAuthRequest(core.CollectionNameSuperusers).BindFunc(func(e *core.RecordAuthRequestEvent) error {
		if err := e.Next(); err != nil || e.AuthMethod == "" { // a token that is renewed is no log-in
			return err
		}
		return audit.Write(e.App, &audit.Entry{
			Actor: audit.Account(e.Record), Action: audit.Login, Collection: e.Collection.Name, Record: e.Record.Id, Label: e.AuthMethod,
		})
	})
}
