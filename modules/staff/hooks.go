package staff

import "github.com/pocketbase/pocketbase/core"

// bindHooks ends the sessions of a member of the staff whose role changes. It refuses all of
// PocketBase's own ways to sign in as one, whichever an operator has switched on, because these
// ways do not have the page's limits. The refusal does not show whether the password is right.
func bindHooks(app core.App) {
	app.OnRecordValidate(collection).BindFunc(func(e *core.RecordEvent) error {
		record, before := e.Record, e.Record.Original()
		if !record.IsNew() && record.GetString("role") != before.GetString("role") && record.TokenKey() == before.TokenKey() {
			record.RefreshTokenKey()
		}
		return e.Next()
	})
	const instead = "Staff sign in at /imports/login/."
	app.OnRecordAuthWithPasswordRequest(collection).BindFunc(func(e *core.RecordAuthWithPasswordRequestEvent) error {
		return e.ForbiddenError(instead, nil)
	})
	app.OnRecordAuthWithOAuth2Request(collection).BindFunc(func(e *core.RecordAuthWithOAuth2RequestEvent) error {
		return e.ForbiddenError(instead, nil)
	})
	app.OnRecordRequestOTPRequest(collection).BindFunc(func(e *core.RecordCreateOTPRequestEvent) error {
		return e.ForbiddenError(instead, nil)
	})
	app.OnRecordAuthWithOTPRequest(collection).BindFunc(func(e *core.RecordAuthWithOTPRequestEvent) error {
		return e.ForbiddenError(instead, nil)
	})
	app.OnRecordAuthRefreshRequest(collection).BindFunc(func(e *core.RecordAuthRefreshRequestEvent) error {
		return e.ForbiddenError(instead, nil)
	})
}
