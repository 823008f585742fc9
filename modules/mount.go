package modules

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"dataimport/hooks"
	"dataimport/modules/access"
	"dataimport/modules/kit/http/admission"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/http/tracing"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/ops/hosting"
	"dataimport/modules/kit/ops/release"
	"dataimport/modules/kit/ops/telemetry"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/eventqueue"
	"dataimport/modules/kit/store/replica"
	"dataimport/modules/kit/store/secrets"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/vendors"
)

// Mount gives the function that binds modules to an application. Their hooks hold from
// then on, also for commands. What a module serves is known when the application serves,
// since the flags that switch modules off are read by then. Opened, where it is not nil,
// gets the runtime before the first request.
func Mount(makers []Maker) func(d *module.Declaration, opened func(*module.Runtime)) {
	return func(d *module.Declaration, opened func(*module.Runtime)) {
		declareAll(d, makers)
		bindHooks(d)
		d.App.OnServe().BindFunc(func(e *core.ServeEvent) error { return mount(e, d, makers, opened) })
	}
}

// BindHooks binds the hooks of all modules to an application that serves none of them.
func BindHooks(app core.App) {
	settings := config.Default()
	d := &module.Declaration{App: app, Config: &settings}
	declareAll(d, All)
	bindHooks(d)
}

// bindHooks binds the hooks of every module, also of those that are switched off, and
// those that hold for the tables of all modules.
func bindHooks(d *module.Declaration) {
	for _, m := range d.Modules {
		if m.Hooks != nil {
			m.Hooks(d.App)
		}
	}
	hooks.Register(d.App, d.Tables())
}

func mount(e *core.ServeEvent, d *module.Declaration, makers []Maker, opened func(*module.Runtime)) error {
	if err := d.Config.Check(); err != nil {
		return err
	}
	if err := hosting.Apply(d.App, &d.Config.Hosting); err != nil {
		return err
	}
	declared, err := Declare(d, makers)
	if err != nil {
		return err
	}
	r, err := openRuntime(d)
	if err != nil {
		return err
	}
	r.Backups = hosting.WatchBackups(d.App, &d.Config.Hosting, r.Log())
	served := Serve(r, declared)
	if err := errors.Join(registerMetrics(r, declared, served), r.Telemetry.Registry.Register(r.Backups)); err != nil {
		r.AccountEvents.Close()
		r.Writer.Close()
		return err
	}
	if opened != nil {
		opened(r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var work sync.WaitGroup
	for _, m := range served {
		for _, a := range m.Actions {
			e.Router.Route(a.Method, module.ActionPrefix+a.Path, a.Handle).Bind(apis.RequireSuperuserAuth())
		}
		if m.Work != nil {
			work.Go(func() { m.Work(ctx) })
		}
	}
	if r.Replica == nil { // its own checkpoints take their place
		work.Go(func() { r.Checkpoints.Run(ctx) })
	} else {
		go endWhenLost(r, ctx)
	}
	work.Go(func() {
		r.Damage.Run(ctx, func(err error) { _ = r.Writer.ClassifyError(err) }) // it stops the writer
	})
	server := newServer(r)
	closeAtEnd(r, server, cancel, &work)
	if r.Replica != nil {
		server.Barrier, server.Permit = r.Replica.Barrier, r.Replica.Err
		e.Router.Bind(onlyAsPrimary(r.Replica))
	}
	hooks.BindAnonymousLimits(e.Router, r.Config.PerSecond)
	route(e, handler(r, server, served))
	bound(e.Server)
	e.InstallerFunc = nil // superusers are made by a command, not on the first page
	hosting.GuardLinks(d.App, r.Log())
	if err := e.Next(); err != nil {
		return err
	}
	r.Log().Info("the service has started", "version", release.Version(), "revision", release.Commit(), "address", e.Server.Addr)
	return nil
}

// openRuntime opens the database, the documents and the vendors. Nothing is left open
// after an error.
func openRuntime(d *module.Declaration) (*module.Runtime, error) {
	r := module.NewRuntime(d)
	r.Damage = database.NewDamageCheck(r.App)
	if err := r.Damage.CheckStart(); err != nil {
		return nil, err
	}
	log, err := telemetry.NewLog(r.Config.Log, os.Stderr, r.App.Logger().Handler())
	if err != nil {
		return nil, err
	}
	if r.Telemetry, err = telemetry.Open(context.Background(), log); err != nil {
		return nil, err
	}
	box := secrets.NewBox(r.App)
	if err := warnOfSecrets(r, box); err != nil {
		return nil, err
	}
	linkKey, err := box.Derive("links to documents")
	if err != nil {
		return nil, err
	}
	store, err := documents.Open(r.Config.Documents, r.App.DataDir(), linkKey)
	if err != nil {
		return nil, err
	}
	r.Documents = documents.Watched(store, r.Telemetry.Documents())
	r.Vendors = vendors.NewRegistry(box, vendors.Options{Dial: r.Config.Networks().Dial(3 * time.Second), Watch: r.Telemetry.Vendors()})
	r.Reader = database.NewReader(r.App)
	r.Checkpoints = database.NewCheckpoints(r.App)
	r.Settings = settingsdb.NewStore(r.Reader)
	hooks.BindSettings(r.App, r.Settings)
	connection := r.App.NonconcurrentDB().(*dbx.DB).DB()
	if d.Primary != nil {
		r.Replica, err = replica.Open(context.Background(), r.App.DataDir(), d.Primary, connection, r.Log())
		if err != nil {
			return nil, err
		}
		hooks.BindReplica(r.App, r.Replica.Barrier)
	}
	r.Writer = writer.New(connection, r.Settings.BeginTransaction)
	if r.Replica != nil {
		r.Writer.Replicate(r.Replica)
	}
	hooks.BindStorage(r.App, r.Writer)
	if err := warnOfRoots(r); err != nil {
		return nil, err
	}
	r.AccountEvents = accountevents.NewRecorder(r.Writer, r.Log())
	r.Writer.Observe(r.Telemetry.Writer())
	r.Accounts.Database, r.Accounts.Documents = r.Reader, r.Documents
	r.Accounts.Schedule = r.Writer.Scheduler().Run
	r.Accounts.Span = func(ctx context.Context, name string) (within context.Context, end func(failed bool)) {
		within, span := tracing.Start(ctx, name)
		return within, span.End
	}
	return r, nil
}

// warnOfSecrets says which vendors and event endpoints cannot be called for want of the key,
// as after a restore without it. Everything else works.
func warnOfSecrets(r *module.Runtime, box *secrets.Box) error {
	codes, err := vendors.Unopened(r.App.DB(), box)
	if err != nil {
		return err
	}
	endpoints, err := eventqueue.Unopened(r.App.DB(), box)
	if err != nil {
		return err
	}
	if len(codes) > 0 {
		r.Log().Warn("the key that is here opens no secret of these payment vendors: bring the key back, or enter their secrets again", "vendors", codes)
	}
	if len(endpoints) > 0 {
		r.Log().Warn("the key that is here opens no secret of these event endpoints: bring the key back, or issue new secrets", "endpoints", endpoints)
	}
	return nil
}

// warnOfRoots says which suppliers have no document root of their own. Documents of these suppliers
// are neither found nor opened. Everything else works, so that no import has to stop.
func warnOfRoots(r *module.Runtime) error {
	snapshot, err := r.Settings.Current()
	if err != nil {
		return err
	}
	var without []string
	for _, s := range snapshot.Suppliers() {
		switch {
		case s.RootFault == "":
		case s.DocumentRoot == "":
			without = append(without, s.Code)
		default:
			r.Log().Error("no document of this supplier is used: give its record another document_root", "supplier", s.Code, "reason", s.RootFault)
		}
	}
	if len(without) > 0 {
		r.Log().Info("these suppliers have no document_root: set one in their records before their payloads name documents", "suppliers", without)
	}
	return nil
}

// registerMetrics has the metrics of the modules read, and their codes counted.
func registerMetrics(r *module.Runtime, declared []module.Module, served []module.Serving) error {
	r.Telemetry.Codes(r.Rules)
	for i, m := range served {
		for _, metric := range m.Metrics {
			if err := r.Telemetry.Registry.Register(metric); err != nil {
				return fmt.Errorf("the metrics of the module %s: %w", declared[i].Name, err)
			}
		}
	}
	return nil
}

// lastTraces is how long the program waits for the collector of traces when it ends.
const lastTraces = 2 * time.Second

// closeAtEnd answers what has been begun, and lets what works beside the requests end,
// before anything closes. PocketBase itself ends all requests a second after it was told
// to stop, so this comes before it.
func closeAtEnd(r *module.Runtime, server *endpoint.Server, cancel func(), work *sync.WaitGroup) {
	r.App.OnTerminate().Bind(&hook.Handler[*core.TerminateEvent]{Priority: -10_000, Func: func(e *core.TerminateEvent) error {
		r.Log().Info("the service stops: it finishes the requests that it has begun", "version", release.Version())
		cancel()
		grace, end := context.WithTimeout(context.Background(), r.Config.Grace)
		defer end()
		if n := server.Admission.Drain(grace); n > 0 {
			r.Log().Warn("requests were cut off, since they took longer than the grace", slog.Int("requests", n))
		}
		if !ends(grace, work) {
			r.Log().Warn("work beside the requests was cut off, since it took longer than the grace")
		}
		r.AccountEvents.Close()
		r.Writer.Close()
		if r.Replica != nil {
			if err := r.Replica.Close(grace); err != nil {
				r.Log().Error("the last writes are not in the replica", "error", err)
			}
		}
		ctx, done := context.WithTimeout(context.Background(), lastTraces)
		defer done()
		r.Telemetry.Close(ctx)
		err := e.Next()
		if r.Replica != nil {
			err = errors.Join(err, r.Replica.NoteClosed())
		}
		r.Log().Info("the service has stopped", "version", release.Version())
		return err
	}})
}

// endWhenLost ends the process when another machine has taken over.
func endWhenLost(r *module.Runtime, ctx context.Context) {
	select {
	case <-ctx.Done():
		return
	case <-r.Replica.Lost():
	}
	if ctx.Err() != nil {
		return
	}
	r.Log().Error("this machine is not the primary any more, answers nothing and ends: start it as a standby", "error", r.Replica.Err())
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Signal(syscall.SIGTERM) // it can always be sent to oneself
	}
}

// onlyAsPrimary refuses every request while this machine may not answer as the primary. It
// answers those that ask whether it lives.
func onlyAsPrimary(primary *replica.Primary) *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{Id: "primary", Priority: -10_000, Func: func(e *core.RequestEvent) error {
		switch e.Request.URL.Path {
		case "/healthz", "/readyz", "/metrics":
			return e.Next()
		}
		if err := primary.Err(); err != nil {
			replica.Refuse(e.Response)
			return nil
		}
		return e.Next()
	}}
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

func newServer(r *module.Runtime) *endpoint.Server {
	return &endpoint.Server{
		Settings: r.Settings, Authorise: access.NewTokens().Authorise,
		Limits: r.Limits(), MaxBody: r.Config.MaxBody, Admission: admission.New(r.Config.Parallel, r.Config.PerSecond), CallerAddress: callerAddress(r.App), Log: r.Log(), AccountEvents: r.AccountEvents,
		Observe: r.Telemetry.Requests,
	}
}

// callerAddress gives the address that a request comes from, by PocketBase's setting for
// proxies.
func callerAddress(app core.App) func(*http.Request) string {
	return func(request *http.Request) string {
		return (&core.RequestEvent{App: app, Event: router.Event{Request: request}}).RealIP()
	}
}

func handler(r *module.Runtime, server *endpoint.Server, served []module.Serving) http.Handler {
	frame := page.Frame{Log: r.Log(), Admission: server.Admission, CallerAddress: server.CallerAddress}
	var endpoints []endpoint.Endpoint
	var pages []endpoint.Page
	for _, m := range served {
		endpoints = append(endpoints, m.Endpoints...)
		pages = append(pages, m.Pages...)
		if m.Recognise != nil {
			frame.Recognise = m.Recognise
		}
	}
	for i := range pages {
		pages[i].Handler = page.Compress(frame.Around(pages[i].Handler, pages[i].Unqueued))
	}
	pages = append(pages, endpoint.Page{Pattern: documents.LinkPrefix, Handler: documents.Handler(r.Documents)})
	return server.Handler(endpoints, pages)
}

// route puts the interface beside PocketBase's own. It brings its own tokens,
// limits, errors and recovery, and logs failures only: nothing is done twice.
func route(e *core.ServeEvent, served http.Handler) {
	for _, pattern := range []string{
		paths.Prefix + "{path...}", documents.LinkPrefix + "{path...}", "/assets/{path...}", "/imports", "/imports/{path...}", paths.RunPages + "{path...}", "/{$}",
		"/metrics", "/healthz", "/readyz",
	} {
		e.Router.Any(pattern, apis.WrapStdHandler(served)).Unbind(
			apis.DefaultActivityLoggerMiddlewareId, apis.DefaultPanicRecoverMiddlewareId, apis.DefaultRateLimitMiddlewareId,
			apis.DefaultLoadAuthTokenMiddlewareId, apis.DefaultSuperuserIPsWhitelistMiddlewareId,
			apis.DefaultSecurityHeadersMiddlewareId, apis.DefaultBodyLimitMiddlewareId, apis.DefaultCorsMiddlewareId, hooks.AnonymousLimits,
		)
	}
}
