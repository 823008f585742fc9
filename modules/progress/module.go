package progress

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/a-h/templ"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/session"
	"dataimport/modules/kit/module"
	"dataimport/views"
)

// Module is the capability as a value. Guard lets a request through if somebody of
// the staff is signed in, and its context ends when they no longer are.
func Module(guard func(http.Handler) http.Handler) func(*module.Declaration) module.Module {
	return func(*module.Declaration) module.Module {
		return module.Module{Name: "progress", Tables: tables, Summary: "Pages for support staff", Serve: func(r *module.Runtime) module.Serving {
			p := &pages{Runtime: r, hub: newHub(time.Second, r.Log), rules: entries(r)}
			return module.Serving{Pages: p.list(guard), Work: p.hub.work}
		}}
	}
}

// pages answers the requests for pages.
type pages struct {
	*module.Runtime
	hub   *hub
	rules func() map[string]catalogue.Entry
}

// list is the pages, each with and without the slash at its end.
func (p *pages) list(guard func(http.Handler) http.Handler) []endpoint.Page {
	var list []endpoint.Page
	for path, handle := range map[string]handler{
		root:                                               p.overview,
		root + "/~live":                                    p.overviewLive,
		root + "/{supplier}":                               p.supplier,
		root + "/{supplier}/~live":                         p.supplierLive,
		root + "/{supplier}/~accounts.csv":                 p.csv,
		root + "/{supplier}/{account}":                     p.account,
		root + "/{supplier}/{account}/live":                p.accountLive,
		root + "/{supplier}/{account}/document":            p.document,
		root + "/{supplier}/{account}/data/{staging}":      p.staging,
		root + "/{supplier}/{account}/data/{staging}/json": p.stagingJSON,
	} {
		served := guard(p.serve(handle))
		list = append(list, endpoint.Page{Pattern: "GET " + path + "/{$}", Handler: served})
		if path != root { // which leads to its form with a slash
			list = append(list, endpoint.Page{Pattern: "GET " + path, Handler: served})
		}
	}
	return list
}

// handler answers a request; what it could not find is errNotFound or a problem.
type handler func(http.ResponseWriter, *visit) error

// visit is one request of one reader.
type visit struct {
	*http.Request
	reader   *session.Reader
	settings *settings.Snapshot
	now      time.Time
}

// seesPeople reports whether the reader may see personal data.
func (v *visit) seesPeople() bool { return v.reader.SeesPersonalData() }

func (p *pages) serve(handle handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := &visit{Request: r, reader: session.From(r.Context()), now: time.Now().UTC()}
		if v.reader == nil {
			page.Problem(w, r, http.StatusForbidden) // a guard that lets strangers in shows them nothing
			return
		}
		var err error
		if v.settings, err = p.Settings.Current(); err == nil {
			err = handle(w, v)
		}
		p.answer(w, r, err)
	})
}

var errNotFound = errors.New("there is no such page")

// problem is an error that the reader is told about.
type problem struct {
	status             int
	title, explanation string
}

func (e *problem) Error() string { return e.title }

func (p *pages) answer(w http.ResponseWriter, r *http.Request, err error) {
	var told *problem
	switch {
	case err == nil:
	case errors.As(err, &told):
		frame := views.Frame{Title: told.title, Reader: session.From(r.Context()), Current: views.NavImports}
		page.Write(w, r, told.status, views.Problem(frame, told.explanation))
	case errors.Is(err, errNotFound):
		page.Problem(w, r, http.StatusNotFound)
	case r.Context().Err() != nil: // nobody waits for the answer
	default:
		p.Log().Error("a page failed", slog.String("route", r.Pattern), slog.Any("error", err))
		page.Problem(w, r, http.StatusInternalServerError)
	}
}

// frame surrounds a page that follows the import.
func (v *visit) frame(title string) views.Frame {
	return views.Frame{Title: title, Reader: v.reader, Current: views.NavImports, Scripts: []string{"live.js"}}
}

func show(w http.ResponseWriter, v *visit, content templ.Component) error {
	page.Write(w, v.Request, http.StatusOK, content)
	return nil
}

// supplierOf is the supplier that the address names.
func (v *visit) supplierOf() (*settings.Supplier, error) {
	code := unsegment(v.PathValue("supplier"))
	if s := v.settings.Supplier(code); s != nil {
		return s, nil
	}
	return nil, &problem{http.StatusNotFound, "There is no such supplier", "No supplier has the code “" + code + "”. The page Imports lists all of them."}
}

func (h *hub) work(ctx context.Context) {
	<-ctx.Done()
	h.close()
}
