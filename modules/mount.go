package modules

import (
	"context"
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/access"
	"dataimport/modules/kit/database"
	"dataimport/modules/kit/documents"
	"dataimport/modules/kit/endpoint"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/secrets"
	"dataimport/modules/kit/settings"
	"dataimport/modules/kit/vendors"
	"dataimport/modules/kit/writer"
)

// Mount has app serve the modules, once it serves. The modules are made then,
// since the flags that switch them off are known by then.
func Mount(s *module.Services, makers []Maker) {
	s.App.OnServe().BindFunc(func(e *core.ServeEvent) error {
		if err := s.Config.Check(); err != nil {
			return err
		}
		if err := open(s); err != nil {
			return err
		}
		list, err := List(s, makers)
		if err != nil {
			s.Writer.Close()
			return err
		}
		ctx, cancel := context.WithCancel(context.Background())
		for _, m := range list {
			if m.Work != nil {
				go m.Work(ctx)
			}
		}
		closeAtEnd(s, cancel)
		route(e, handler(s, list))
		e.InstallerFunc = nil // superusers are made by a command, not by whoever opens the first page
		return e.Next()
	})
}

// open gives the services their database, documents and vendors.
func open(s *module.Services) error {
	box := secrets.NewBox(s.App)
	linkKey, err := box.Derive("links to documents")
	if err != nil {
		return err
	}
	if s.Documents, err = documents.Open(s.Config.Documents, s.App.DataDir(), linkKey); err != nil {
		return err
	}
	s.Vendors = vendors.NewRegistry(box, vendors.Options{})
	s.Reader = database.NewReader(s.App)
	s.Settings = settings.NewStore(s.Reader)
	s.Writer = writer.New(s.App.NonconcurrentDB().(*dbx.DB).DB(), s.Settings)
	return nil
}

// closeAtEnd writes what is queued before the database closes.
func closeAtEnd(s *module.Services, cancel func()) {
	s.App.OnTerminate().BindFunc(func(e *core.TerminateEvent) error {
		cancel()
		s.Writer.Close()
		return e.Next()
	})
}

func handler(s *module.Services, list []module.Module) http.Handler {
	server := &endpoint.Server{
		Settings: s.Settings, Authorise: access.NewTokens().Authorise,
		Limits: s.Limits(), MaxBody: s.Config.MaxBody, Log: s.Log(),
	}
	var endpoints []endpoint.Endpoint
	var pages []endpoint.Page
	for _, m := range list {
		endpoints = append(endpoints, m.Endpoints...)
		pages = append(pages, m.Pages...)
	}
	pages = append(pages, endpoint.Page{Pattern: documents.LinkPrefix, Handler: documents.Handler(s.Documents)})
	return server.Handler(endpoints, pages)
}

// route puts the interface beside PocketBase's own. It brings its own tokens,
// limits, errors and recovery, and logs failures only: nothing is done twice.
func route(e *core.ServeEvent, served http.Handler) {
	for _, pattern := range []string{endpoint.Prefix + "{path...}", documents.LinkPrefix + "{path...}", "/assets/{path...}", "/{$}"} {
		e.Router.Any(pattern, apis.WrapStdHandler(served)).Unbind(
			apis.DefaultActivityLoggerMiddlewareId, apis.DefaultPanicRecoverMiddlewareId, apis.DefaultRateLimitMiddlewareId,
			apis.DefaultLoadAuthTokenMiddlewareId, apis.DefaultSuperuserIPsWhitelistMiddlewareId,
			apis.DefaultSecurityHeadersMiddlewareId, apis.DefaultBodyLimitMiddlewareId, apis.DefaultCorsMiddlewareId,
		)
	}
}
