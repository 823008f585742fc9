// Package apptest gives tests the real application on a database of its own, served over
// HTTP with all of its middleware. It has factories for the records of operators, and it
// checks answers against the published document.
package apptest

import (
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/store/database"
	_ "dataimport/pb_migrations" // the application's migrations
)

// template is a folder with a migrated, empty database. It is made once for all tests of
// a package, because making it takes much longer than copying it.
var template = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "dataimport-template-")
	if err != nil {
		return "", err
	}
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	if err := app.Bootstrap(); err != nil {
		return "", err
	}
	if err := app.RunAllMigrations(); err != nil {
		return "", err
	}
	return dir, app.ClearBootstrap()
})

// App starts an application on a database of its own. Each of bind binds hooks to it. It ends
// with the test.
func App(t testing.TB, bind ...func(core.App)) *tests.TestApp {
	t.Helper()
	dir, err := template()
	if err != nil {
		t.Fatal(err)
	}
	app, err := tests.NewTestAppWithConfig(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	if err != nil {
		t.Fatal(err)
	}
	for _, hooks := range bind {
		hooks(app)
	}
	t.Cleanup(app.Cleanup)
	return app
}

// Env is a running service under test.
type Env struct {
	testing.TB
	App         *tests.TestApp
	Declaration *module.Declaration
	Runtime     *module.Runtime // what the modules have; nil until they are mounted
	URL         string
	Markets     bool // whether accounts may have members of markets, which the document does not name
	Freely      bool // whether requests may have forms that the service accepts and the document does not name
	Unchecked   bool // whether requests and answers are not compared with the document, for benchmarks
	client      *http.Client
	document    *document
}

// Mount binds modules to an application, and hands their runtime over once it is open.
type Mount = func(d *module.Declaration, opened func(*module.Runtime))

// Serve starts a service on a database of its own. mount binds the modules to it.
// configure changes its settings before it starts.
func Serve(t testing.TB, mount Mount, configure ...func(*config.Config)) *Env {
	t.Helper()
	settings := config.Default()
	settings.MetricsToken = metricsToken
	settings.AllowNetworks = []string{"127.0.0.0/8", "::1"} // the networks of the tests' receivers and vendors
	for _, change := range configure {
		change(&settings)
	}
	app := App(t)
	env := &Env{TB: t, App: app, Declaration: &module.Declaration{App: app, Config: &settings}}
	mount(env.Declaration, func(r *module.Runtime) { env.Runtime = r })
	env.listen()
	return env
}

// listen serves as PocketBase's own serve command does.
func (e *Env) listen() {
	e.Helper()
	router, err := apis.NewRouter(e.App)
	if err != nil {
		e.Fatal(err)
	}
	event := &core.ServeEvent{App: e.App, Router: router, Server: &http.Server{}}
	err = e.App.OnServe().Trigger(event, func(s *core.ServeEvent) error {
		handler, err := s.Router.BuildMux()
		if err != nil {
			return err
		}
		server := httptest.NewServer(handler)
		e.Cleanup(server.Close)
		e.URL, e.client = server.URL, server.Client()
		return nil
	})
	if err != nil {
		e.Fatal(err)
	}
	e.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
}
