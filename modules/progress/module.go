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

// Module returns the function that makes the module. guard lets a request through if a member of
// the staff is signed in. The context of the request ends with the session.
func Module(guard func(http.Handler) http.Handler) func(*module.Declaration) module.Module {
	return func(*module.Declaration) module.Module {
		return module.Module{Name: "progress", Tables: tables, Summary: "Pages for support staff", Serve: func(r *module.Runtime) module.Serving {
			p := &pages{Runtime: r, hub: newHub(time.Second, r.Log), rules: newRuleLookup(r),
				panels: module.PanelsOf(r.Modules), classes: newClasses(r), words: module.WordsOf(r.Modules), tables: r.Tables()}
			return module.Serving{Pages: p.listPages(guard), Work: p.hub.runUntilStopped}
		}}
	}
}

// pages answers the requests for pages.
type pages struct {
	*module.Runtime
	hub   *hub
	rules func() map[string]catalogue.Entry
	// These are of all modules, also of those that are switched off: what they imported is there.
	panels []module.Panel
	words  module.Words
	tables module.Tables
	// classes says which values viewers see.
	classes classes
}

// listPages returns the pages, each with and without the slash at its end.
func (p *pages) listPages(guard func(http.Handler) http.Handler) []endpoint.Page {
	var list []endpoint.Page
	for path, handle := range map[string]handler{
		rootPath:                                               p.showOverview,
		rootPath + "/~live":                                    p.streamOverview,
		rootPath + "/{supplier}":                               p.showSupplier,
		rootPath + "/{supplier}/~live":                         p.streamSupplier,
		rootPath + "/{supplier}/~accounts.csv":                 p.writeCSV,
		rootPath + "/{supplier}/{account}":                     p.showAccount,
		rootPath + "/{supplier}/{account}/live":                p.streamAccount,
		rootPath + "/{supplier}/{account}/document":            p.openDocument,
		rootPath + "/{supplier}/{account}/data/{staging}":      p.showStaging,
		rootPath + "/{supplier}/{account}/data/{staging}/json": p.downloadStaging,
	} {
		served := guard(p.newHandler(handle))
		list = append(list, endpoint.Page{Pattern: "GET " + path + "/{$}", Handler: served})
		if path != rootPath { // rootPath without a slash leads to the address with one
			list = append(list, endpoint.Page{Pattern: "GET " + path, Handler: served})
		}
	}
	return list
}

// handler answers a request. Its error is errNotFound or a *problem where the page does not exist.
type handler func(http.ResponseWriter, *pageRequest) error

// pageRequest is one request of one reader.
type pageRequest struct {
	*http.Request
	reader   *session.Reader
	settings *settings.Snapshot
	now      time.Time
}

// seesPersonalData reports whether the reader may see personal data.
func (v *pageRequest) seesPersonalData() bool { return v.reader.SeesPersonalData() }

func (p *pages) newHandler(handle handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := &pageRequest{Request: r, reader: session.From(r.Context()), now: time.Now().UTC()}
		if v.reader == nil {
			page.Problem(w, r, http.StatusForbidden) // a guard that admits readers without a session must not show them a page
			return
		}
		var err error
		if v.settings, err = p.Settings.Current(); err == nil {
			err = handle(w, v)
		}
		p.answerError(w, r, err)
	})
}

var errNotFound = errors.New("there is no such page")

// problem is an error that is shown to the reader.
type problem struct {
	status             int
	title, explanation string
}

func (e *problem) Error() string { return e.title }

func (p *pages) answerError(w http.ResponseWriter, r *http.Request, err error) {
	var told *problem
	switch {
	case err == nil:
	case errors.As(err, &told):
		frame := views.Frame{Title: told.title, Reader: session.From(r.Context()), Current: views.NavImports}
		page.Write(w, r, told.status, views.Problem(frame, told.explanation))
	case errors.Is(err, errNotFound):
		page.Problem(w, r, http.StatusNotFound)
	case r.Context().Err() != nil: // the reader has closed the connection
	default:
		p.Log().Error("a page failed", slog.String("route", r.Pattern), slog.Any("error", err))
		page.Problem(w, r, http.StatusInternalServerError)
	}
}

// newFrame returns the frame of a page that follows the import.
func (v *pageRequest) newFrame(title string) views.Frame {
	return views.Frame{Title: title, Reader: v.reader, Current: views.NavImports, Scripts: []string{"live.js"}}
}

func showPage(w http.ResponseWriter, v *pageRequest, content templ.Component) error {
	page.Write(w, v.Request, http.StatusOK, content)
	return nil
}

// findSupplier finds the supplier of the page's address. The error is a *problem where there is
// none, and where the reader does not see it.
func (v *pageRequest) findSupplier() (*settings.Supplier, error) {
	code := unescapeSegment(v.PathValue("supplier"))
	if s := v.settings.Supplier(code); s != nil && v.reader.Sees(s.ID) {
		return s, nil
	}
	return nil, &problem{http.StatusNotFound, "There is no such supplier", "No supplier has the code “" + code + "”. The page Imports lists the suppliers that you see."}
}

func (h *hub) runUntilStopped(ctx context.Context) {
	<-ctx.Done()
	h.stop()
}
