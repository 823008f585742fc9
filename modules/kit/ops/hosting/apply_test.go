package hosting

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"dataimport/modules/kit/testing/databasetest"
)

// storedText returns PocketBase's settings as the database holds them.
func storedText(t *testing.T, app core.App) string {
	t.Helper()
	var text string
	if err := app.DB().NewQuery(`SELECT value FROM _params WHERE id = 'settings'`).Row(&text); err != nil {
		t.Fatal(err)
	}
	return text
}

// store saves settings as the dashboard does: it changes a copy of the current ones.
func store(t *testing.T, app core.App, change func(*core.Settings)) {
	t.Helper()
	settings, err := app.Settings().Clone()
	if err != nil {
		t.Fatal(err)
	}
	change(settings)
	if err := app.Save(settings); err != nil {
		t.Fatal(err)
	}
}

func planned(app core.App) bool { return strings.Contains(jobs(app), "AutoBackup") }

func jobs(app core.App) (ids string) {
	for _, job := range app.Cron().Jobs() {
		ids += job.Id() + " "
	}
	return ids
}

func TestWhatIsGivenHoldsAndIsNotStored(t *testing.T) {
	app := databasetest.NewApp(t)
	store(t, app, func(s *core.Settings) { s.Backups.CronMaxKeep, s.TrustedProxy.Headers = 5, []string{"Stored"} })
	before := storedText(t, app)
	c := withBucket()
	c.S3.SecretKey, c.ProxyHeaders = "never-in-the-database", []string{"x-real-ip"}
	if err := Apply(app, &c); err != nil {
		t.Fatal(err)
	}
	holds := func(when string) {
		t.Helper()
		s := app.Settings()
		if s.Backups != c.backups() || !slices.Equal(s.TrustedProxy.Headers, []string{"X-Real-Ip"}) || !planned(app) {
			t.Errorf("%s: %+v %+v, jobs %s", when, s.Backups, s.TrustedProxy, jobs(app))
		}
		text := storedText(t, app)
		if strings.Contains(text, "never-in") || strings.Contains(text, "X-Real-Ip") || !strings.Contains(text, "Stored") {
			t.Errorf("%s the database holds %s", when, text)
		}
	}
	holds("at once")
	if storedText(t, app) != before {
		t.Error("what is stored was changed")
	}
	store(t, app, func(s *core.Settings) { s.Meta.AppName = "Moves" })
	holds("after a copy was saved")
	app.Settings().Meta.AppName = "Moves again"
	if err := app.Save(app.Settings()); err != nil {
		t.Fatal(err)
	}
	holds("after the settings themselves were saved")
	app.Settings().Meta.AppName = ""
	if err := app.Save(app.Settings()); err == nil {
		t.Error("a name is needed")
	}
	holds("after a save that failed")
	if err := app.ReloadSettings(); err != nil || app.Settings().Meta.AppName != "Moves again" {
		t.Error(err, app.Settings().Meta.AppName)
	}
	holds("after all was read again")
}

func TestWhatIsNotGivenIsTheDashboards(t *testing.T) {
	app := databasetest.NewApp(t)
	c := DefaultConfig()
	c.ProxyHeaders = []string{"X-Real-IP"}
	if err := Apply(app, &c); err != nil {
		t.Fatal(err)
	}
	store(t, app, func(s *core.Settings) { s.Backups.Cron = "5 3 * * *" })
	if s := app.Settings(); s.Backups.Cron != "5 3 * * *" || !strings.Contains(storedText(t, app), "5 3 * * *") || !planned(app) {
		t.Errorf("%+v", s.Backups)
	}
}

// Limits by address use the client's address. A header that the client writes itself
// changes nothing.
func TestTheProxyTellsTheAddress(t *testing.T) {
	app := databasetest.NewApp(t)
	request := httptest.NewRequest(http.MethodGet, "/", nil)
	request.RemoteAddr = "10.0.0.9:5555"
	request.Header.Set("X-Forwarded-For", "127.0.0.1, 203.0.113.7")
	event := &core.RequestEvent{App: app, Event: router.Event{Request: request}}
	if ip := event.RealIP(); ip != "10.0.0.9" {
		t.Errorf("without a proxy the client is %s", ip)
	}
	c := DefaultConfig()
	c.ProxyHeaders = []string{"x-forwarded-for"}
	if err := Apply(app, &c); err != nil {
		t.Fatal(err)
	}
	if ip := event.RealIP(); ip != "203.0.113.7" {
		t.Errorf("behind a proxy the client is %s", ip)
	}
}
