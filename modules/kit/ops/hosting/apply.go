package hosting

import (
	"slices"
	"strings"
	"sync"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
)

// Apply makes app work with the settings of c until the process ends, also after the
// dashboard saves other settings. The stored settings stay as they are. They hold again
// when the service starts without c.
func Apply(app core.App, c *Config) error {
	if c.Prefix != "" {
		nameBackups(app, c.Prefix, c.Keep)
	}
	if !c.setsBackups() && !c.setsProxy() && !c.setsURL() {
		return nil
	}
	a := &applied{given: c}
	app.OnSettingsReload().BindFunc(a.reloaded)
	app.OnModelUpdate(app.Settings().TableName()).BindFunc(a.saved)
	app.OnSettingsUpdateRequest().BindFunc(a.asked)
	return app.ReloadSettings()
}

// applied holds the settings of c that replace the stored ones.
type applied struct {
	given *Config

	mu      sync.Mutex
	backups core.BackupsConfig      // the stored settings
	proxy   core.TrustedProxyConfig // the stored settings
	url     string                  // the stored settings
}

// reloaded runs after PocketBase has read the stored settings and before it schedules
// backups. PocketBase reads the stored settings over those in memory, and leaves members
// that are not stored, such as a secret. So the settings in memory must not hold the
// values of c at that moment.
func (a *applied) reloaded(e *core.SettingsReloadEvent) error {
	settings := e.App.Settings()
	settings.Backups, settings.TrustedProxy, settings.Meta.AppURL = core.BackupsConfig{}, core.TrustedProxyConfig{}, ""
	err := e.Next()
	a.mu.Lock()
	defer a.mu.Unlock()
	if err == nil {
		a.backups, a.proxy, a.url = settings.Backups, settings.TrustedProxy, settings.Meta.AppURL
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
	if a.given.setsURL() {
		settings.Meta.AppURL = strings.TrimRight(a.given.PublicURL, "/")
	}
}

// saved keeps the values of c, and with them their secret, out of the database.
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
	if a.given.setsURL() {
		settings.Meta.AppURL = a.url
	}
	a.mu.Unlock()
	err := e.Next()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.give(settings)
	return err
}

// asked tells an operator who changes a setting of c in the dashboard that the change
// would have no effect.
func (a *applied) asked(e *core.SettingsUpdateRequestEvent) error {
	before, after := e.OldSettings, e.NewSettings
	if a.given.setsBackups() && before.Backups != after.Backups {
		return apis.NewBadRequestError("Backups are set where the service is started, by --backup-cron or --backup-s3-endpoint: change them there.", nil)
	}
	if a.given.setsProxy() && (!slices.Equal(before.TrustedProxy.Headers, after.TrustedProxy.Headers) ||
		before.TrustedProxy.UseLeftmostIP != after.TrustedProxy.UseLeftmostIP) {
		return apis.NewBadRequestError("The proxy is set where the service is started, by --trusted-proxy-header: change it there.", nil)
	}
	if a.given.setsURL() && before.Meta.AppURL != after.Meta.AppURL {
		return apis.NewBadRequestError("The application's URL is set where the service is started, by --public-url: change it there.", nil)
	}
	return e.Next()
}
