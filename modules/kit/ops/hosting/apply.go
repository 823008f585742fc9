package hosting

import (
	"slices"
	"sync"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
)

// Apply has app work with what c gives, from now on and whatever the dashboard saves.
// What is stored stays as it was, and holds again when the service starts without c.
func Apply(app core.App, c *Config) error {
	if !c.setsBackups() && !c.setsProxy() {
		return nil
	}
	a := &applied{given: c}
	app.OnSettingsReload().BindFunc(a.reloaded)
	app.OnModelUpdate(app.Settings().TableName()).BindFunc(a.saved)
	app.OnSettingsUpdateRequest().BindFunc(a.asked)
	return app.ReloadSettings()
}

// applied is what is given, over what is stored.
type applied struct {
	given *Config

	mu      sync.Mutex
	backups core.BackupsConfig      // as stored
	proxy   core.TrustedProxyConfig // as stored
}

// reloaded runs after PocketBase has read what is stored and before it plans backups.
// It reads over what is there and leaves what is not stored, a secret for example: so
// nothing that is given may be there then.
func (a *applied) reloaded(e *core.SettingsReloadEvent) error {
	settings := e.App.Settings()
	settings.Backups, settings.TrustedProxy = core.BackupsConfig{}, core.TrustedProxyConfig{}
	err := e.Next()
	a.mu.Lock()
	defer a.mu.Unlock()
	if err == nil {
		a.backups, a.proxy = settings.Backups, settings.TrustedProxy
	}
	a.give(settings)
	return err
}

func (a *applied) give(settings *core.Settings) {
	if a.given.setsBackups() {
		settings.Backups = a.given.backups()
	}
	if a.given.setsProxy() {
		settings.TrustedProxy = a.given.proxy()
	}
}

// saved keeps what is given, and so its secret, out of the database.
func (a *applied) saved(e *core.ModelEvent) error {
	settings, ok := e.Model.(*core.Settings)
	if !ok {
		return e.Next()
	}
	a.mu.Lock()
	if a.given.setsBackups() {
		settings.Backups = a.backups
	}
	if a.given.setsProxy() {
		settings.TrustedProxy = a.proxy
	}
	a.mu.Unlock()
	err := e.Next()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.give(settings)
	return err
}

// asked tells an operator who changes what is given that it would have no effect.
func (a *applied) asked(e *core.SettingsUpdateRequestEvent) error {
	before, after := e.OldSettings, e.NewSettings
	if a.given.setsBackups() && before.Backups != after.Backups {
		return apis.NewBadRequestError("Backups are set where the service is started, by --backup-cron or --backup-s3-endpoint: change them there.", nil)
	}
	if a.given.setsProxy() && (!slices.Equal(before.TrustedProxy.Headers, after.TrustedProxy.Headers) ||
		before.TrustedProxy.UseLeftmostIP != after.TrustedProxy.UseLeftmostIP) {
		return apis.NewBadRequestError("The proxy is set where the service is started, by --trusted-proxy-header: change it there.", nil)
	}
	return e.Next()
}
