package hosting

import (
	"errors"
	"log/slog"

	"github.com/pocketbase/pocketbase/core"
)

// defaultURL is the application's URL of a new database of PocketBase. It leads to the
// machine of the mail's reader.
const defaultURL = "http://localhost:8090"

// ErrNoPublicURL says that mails with links cannot be sent.
var ErrNoPublicURL = errors.New("no mail with a link is sent: say where users reach the service, " +
	"by --public-url at its start or by the application's URL in the dashboard's settings")

// HasPublicURL reports whether it is known where users reach the service.
func HasPublicURL(app core.App) bool {
	url := app.Settings().Meta.AppURL
	return url != "" && url != defaultURL
}

// GuardLinks refuses mails with links while it is unknown where users reach the service, and
// logs once that it is.
func GuardLinks(app core.App, log *slog.Logger) {
	refuse := func(next func() error) error {
		if !HasPublicURL(app) {
			return ErrNoPublicURL
		}
		return next()
	}
	guard := func(e *core.MailerRecordEvent) error { return refuse(e.Next) }
	app.OnMailerRecordPasswordResetSend().BindFunc(guard)
	app.OnMailerRecordVerificationSend().BindFunc(guard)
	app.OnMailerRecordEmailChangeSend().BindFunc(guard)
	if !HasPublicURL(app) {
		log.Info(ErrNoPublicURL.Error())
	}
}
