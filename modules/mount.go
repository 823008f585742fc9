package modules

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"dataimport/hooks"
	"dataimport/modules/access"
	"dataimport/modules/docs"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/hosting"
	"dataimport/modules/kit/ops/telemetry"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/secrets"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/vendors"
)

// Mount has app serve the modules, once it serves. The modules are made then,
// since the flags that switch them off are known by then.
func Mount(s *module.Services, makers []Maker) {
	s.App.OnServe().BindFunc(func(e *core.ServeEvent) error {
		if err := s.Config.Check(); err != nil {
			return err
		}
		if err := hosting.Apply(s.App, &s.Config.Hosting); err != nil {
			return err
		}
		if err := open(s); err != nil {
			return err
		}
		list, err := List(s, makers)
		if err == nil {
			err = observed(s, list)
		}
		if err != nil {
			s.Journal.Close()
			s.Writer.Close()
			return err
		}
		ctx, cancel := context.WithCancel(context.Background())
		var work sync.WaitGroup
		for _, m := range list {
			for _, a := range m.Actions {
				e.Router.Route(a.Method, module.ActionPrefix+a.Path, a.Handle).Bind(apis.RequireSuperuserAuth())
			}
			if m.Work != nil {
				work.Go(func() { m.Work(ctx) })
			}
		}
		work.Go(func() { s.Checkpoints.Run(ctx) })
		server := newServer(s)
		closeAtEnd(s, server, cancel, &work)
		route(e, handler(s, server, list))
		bound(e.Server)
		e.InstallerFunc = nil // superusers are made by a command, not by whoever opens the first page
		return e.Next()
	})
}

// open gives the services their database, documents and vendors.
func open(s *module.Services) error {
	log, err := telemetry.NewLog(s.Config.Log, os.Stderr, s.App.Logger().Handler())
	if err != nil {
		return err
	}
	if s.Telemetry, err = telemetry.Open(context.Background(), log); err != nil {
		return err
	}
	box := secrets.NewBox(s.App)
	if err := warnOfSecrets(s, box); err != nil {
		return err
	}
	linkKey, err := box.Derive("links to documents")
	if err != nil {
		return err
	}
	store, err := documents.Open(s.Config.Documents, s.App.DataDir(), linkKey)
	if err != nil {
		return err
	}
	s.Documents = documents.Watched(store, s.Telemetry.Documents())
	s.Vendors = vendors.NewRegistry(box, vendors.Options{Dial: s.Config.Networks().Dial(3 * time.Second), Watch: s.Telemetry.Vendors()})
	s.Reader = database.NewReader(s.App)
	s.Checkpoints = database.NewCheckpoints(s.App)
	s.Settings = settings.NewStore(s.Reader)
	hooks.Settings(s.App, s.Settings)
	s.Writer = writer.New(s.App.NonconcurrentDB().(*dbx.DB).DB(), s.Settings)
	hooks.Storage(s.App, s.Writer)
	s.Journal = accountevents.New(s.Writer, s.Log())
	s.Writer.Observe(s.Telemetry.Writer())
	return nil
}

// warnOfSecrets says which vendors cannot be asked for want of the key, as after a
// restore without it. Everything else works.
func warnOfSecrets(s *module.Services, box *secrets.Box) error {
	codes, err := vendors.Unopened(s.App.DB(), box)
	if len(codes) > 0 {
		s.Log().Warn("the key that is here opens no secret of these payment vendors: bring the key back, or enter their secrets again", "vendors", codes)
	}
	return err
}

// observed has the metrics of the modules read, and their codes counted.
func observed(s *module.Services, list []module.Module) error {
	s.Telemetry.Codes(docs.Catalogue(list))
	for _, m := range list {
		for _, metric := range m.Metrics {
			if err := s.Telemetry.Registry.Register(metric); err != nil {
				return fmt.Errorf("the metrics of the module %s: %w", m.Name, err)
			}
		}
	}
	return nil
}

// lastTraces is how long the end may wait for whoever collects traces.
const lastTraces = 2 * time.Second

// closeAtEnd answers what has been begun, and lets what works beside the requests end,
// before anything closes. PocketBase itself ends all requests a second after it was told
// to stop, so this comes before it.
func closeAtEnd(s *module.Services, server *endpoint.Server, cancel func(), work *sync.WaitGroup) {
	s.App.OnTerminate().Bind(&hook.Handler[*core.TerminateEvent]{Priority: -10_000, Func: func(e *core.TerminateEvent) error {
		cancel()
		grace, end := context.WithTimeout(context.Background(), s.Config.Grace)
		defer end()
		if n := server.Close(grace); n > 0 {
			s.Log().Warn("requests were cut off, since they took longer than the grace", slog.Int("requests", n))
		}
		if !ends(grace, work) {
			s.Log().Warn("work beside the requests was cut off, since it took longer than the grace")
		}
		s.Journal.Close()
		s.Writer.Close()
		ctx, done := context.WithTimeout(context.Background(), lastTraces)
		defer done()
		s.Telemetry.Close(ctx)
		return e.Next()
	}})
}

// ends waits for work, until ctx ends, and reports whether it has ended.
func ends(ctx context.Context, work *sync.WaitGroup) bool {
	ended := make(chan struct{})
	go func() {
		work.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return true
	case <-ctx.Done():
		return false
	}
}

// bound has a client that is slow, or gone, cost a connection for a while and no
// more. The bodies of the interface have bounds of their own.
func bound(server *http.Server) {
	server.ReadHeaderTimeout = 10 * time.Second
	server.IdleTimeout = 2 * time.Minute
	server.MaxHeaderBytes = 64 << 10
}

func newServer(s *module.Services) *endpoint.Server {
	return &endpoint.Server{
		Settings: s.Settings, Authorise: access.NewTokens().Authorise,
		Limits: s.Limits(), MaxBody: s.Config.MaxBody, Room: s.Config.Parallel, OpenPerSecond: s.Config.PerSecond, Place: place(s.App), Log: s.Log(), Answered: s.Journal.Answered,
		Watch: s.Telemetry.Requests,
	}
}

// place tells where requests come from, as PocketBase's setting for proxies has it.
func place(app core.App) func(*http.Request) string {
	return func(r *http.Request) string {
		return (&core.RequestEvent{App: app, Event: router.Event{Request: r}}).RealIP()
	}
}

func handler(s *module.Services, server *endpoint.Server, list []module.Module) http.Handler {
	frame := page.Frame{Log: s.Log()}
	var endpoints []endpoint.Endpoint
	var pages []endpoint.Page
	for _, m := range list {
		endpoints = append(endpoints, m.Endpoints...)
		pages = append(pages, m.Pages...)
		if m.Recognise != nil {
			frame.Recognise = m.Recognise
		}
	}
	for i := range pages {
		pages[i].Handler = frame.Around(pages[i].Handler)
	}
	pages = append(pages, endpoint.Page{Pattern: documents.LinkPrefix, Handler: documents.Handler(s.Documents)})
	return server.Handler(endpoints, pages)
}

// route puts the interface beside PocketBase's own. It brings its own tokens,
// limits, errors and recovery, and logs failures only: nothing is done twice.
func route(e *core.ServeEvent, served http.Handler) {
	for _, pattern := range []string{
		endpoint.Prefix + "{path...}", documents.LinkPrefix + "{path...}", "/assets/{path...}", "/imports", "/imports/{path...}", "/{$}",
		"/metrics", "/healthz", "/readyz",
	} {
		e.Router.Any(pattern, apis.WrapStdHandler(served)).Unbind(
			apis.DefaultActivityLoggerMiddlewareId, apis.DefaultPanicRecoverMiddlewareId, apis.DefaultRateLimitMiddlewareId,
			apis.DefaultLoadAuthTokenMiddlewareId, apis.DefaultSuperuserIPsWhitelistMiddlewareId,
			apis.DefaultSecurityHeadersMiddlewareId, apis.DefaultBodyLimitMiddlewareId, apis.DefaultCorsMiddlewareId,
		)
	}
}
