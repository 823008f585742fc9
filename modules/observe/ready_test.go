package observe_test

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/testing/apptest"
)

type readyAnswer struct {
	Ready  bool `json:"ready"`
	Checks []struct {
		Name  string `json:"name"`
		OK    bool   `json:"ok"`
		Error string `json:"error"`
	} `json:"checks"`
}

// listFailed lists the names of the failed checks.
func (a *readyAnswer) listFailed() string {
	var names []string
	for _, c := range a.Checks {
		if !c.OK {
			names = append(names, c.Name)
		}
		if c.OK != (c.Error == "") {
			names = append(names, c.Name+" says "+c.Error)
		}
	}
	return strings.Join(names, " ")
}

func TestAServiceThatIsWellIsReadyAndAlive(t *testing.T) {
	env := serveObserved(t)
	if body := env.Get("", "/healthz").Expect(http.StatusOK).Body; string(body) != `{"status":"ok"}`+"\n" {
		t.Errorf("healthz: %s", body)
	}
	var got readyAnswer
	env.Get("", "/readyz").Expect(http.StatusOK).Decode(&got)
	if !got.Ready || len(got.Checks) != 8 || got.listFailed() != "" {
		t.Errorf("%+v", got)
	}
}

// Each case takes away one thing that the service needs.
func TestAServiceThatMissesSomethingIsNotReady(t *testing.T) {
	for _, test := range []struct {
		failed string
		flags  func(*config.Config)
		spoil  func(*apptest.Env) error
	}{
		{failed: "disk", flags: func(c *config.Config) { c.MinDisk = 1 << 62 }},
		{failed: "documents", spoil: func(env *apptest.Env) error {
			return os.RemoveAll(filepath.Join(env.App.DataDir(), "documents"))
		}},
		{failed: "migrations", spoil: func(env *apptest.Env) error {
			_, err := env.App.DB().NewQuery(`DELETE FROM ` + core.DefaultMigrationsTable + ` WHERE file LIKE '1763690300%'`).Execute()
			return err
		}},
		{failed: "writer", spoil: func(env *apptest.Env) error { env.Runtime.Writer.Close(); return nil }},
		{failed: "writer", spoil: func(env *apptest.Env) error {
			_, err := env.App.DB().NewQuery(`CREATE TRIGGER broken BEFORE UPDATE ON settings_revision BEGIN SELECT RAISE(ABORT, 'secret'); END`).Execute()
			return err
		}},
		{failed: "database writer", spoil: func(env *apptest.Env) error {
			_, err := env.App.DB().NewQuery(`ALTER TABLE settings_revision RENAME TO gone`).Execute()
			return err
		}},
	} {
		env := serveObserved(t, func(c *config.Config) {
			if test.flags != nil {
				test.flags(c)
			}
		})
		if test.spoil != nil {
			if err := test.spoil(env); err != nil {
				t.Fatal(err)
			}
		}
		answer := env.Get("", "/readyz").Expect(http.StatusServiceUnavailable)
		var got readyAnswer
		answer.Decode(&got)
		if got.Ready || got.listFailed() != test.failed {
			t.Errorf("%s: %s", test.failed, answer.Body)
		}
		if strings.Contains(string(answer.Body), "secret") || strings.Contains(string(answer.Body), env.App.DataDir()) {
			t.Errorf("%s: internals leak: %s", test.failed, answer.Body)
		}
		env.Get("", "/healthz").Expect(http.StatusOK) // a restart would mend none of it
	}
}

func TestAServiceThatStopsIsNotReady(t *testing.T) {
	env := serveObserved(t)
	env.Get("", "/readyz").Expect(http.StatusOK)
	if err := env.App.OnTerminate().Trigger(&core.TerminateEvent{App: env.App}); err != nil {
		t.Fatal(err)
	}
	var got readyAnswer // the previous report has expired
	env.Get("", "/readyz").Expect(http.StatusServiceUnavailable).Decode(&got)
	if got.Ready {
		t.Error("ready")
	}
}

// Many simultaneous requests cause one check, because each check writes to the disk.
func TestManyWhoAskShareOneReport(t *testing.T) {
	env := serveObserved(t)
	env.Get("", "/readyz").Expect(http.StatusOK)
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, env.URL+"/readyz", nil)
			if err != nil {
				t.Error(err)
				return
			}
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Error(err)
				return
			}
			_ = response.Body.Close()
		})
	}
	all.Wait()
	_, samples := scrapeMetrics(t, env)
	// On a machine so busy that this takes seconds there may be a few, but never fifty.
	if n := samples["dataimport_writer_transaction_jobs_sum"]; len(n) > 1 {
		t.Errorf("%s writes", n)
	}
}
