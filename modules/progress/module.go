package progress

import (
	"net/http"
	"strings"
	"sync"
	"time"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/live"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
)

// CountUnsent returns how many accounts of a supplier are still to be sent, and whether that is
// known.
type CountUnsent func(q database.Querier, supplierID string) (n int, known bool, err error)

// Module returns the function that makes the module. guard lets a request through if a member of
// the staff is signed in. The context of the request ends with the session.
func Module(guard func(http.Handler) http.Handler, unsent CountUnsent) func(*module.Declaration) module.Module {
	return func(*module.Declaration) module.Module {
		return module.Module{Name: "progress", Tables: tables, Summary: "Pages for support staff", Needs: findNeeds, Serve: func(r *module.Runtime) module.Serving {
			p := &pages{Runtime: r, hub: live.NewHub(time.Second, r.Log), rules: sync.OnceValue(func() map[string]catalogue.Entry { return r.Rules.ByCode() }), countUnsent: unsent,
				panels: module.PanelsOf(r.Modules), classes: newClasses(r), words: module.WordsOf(r.Modules), tables: r.Tables()}
			return module.Serving{Pages: p.listPages(guard), Work: p.hub.Run}
		}}
	}
}

// pages answers the requests for pages.
type pages struct {
	*module.Runtime
	hub   *live.Hub
	rules func() map[string]catalogue.Entry
	// countUnsent knows what is expected of a supplier whose settings do not say it.
	countUnsent CountUnsent
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
	for path, handle := range map[string]page.Handle{
		rootPath:                                               p.showOverview,
		rootPath + "/~live":                                    p.streamOverview,
		rootPath + "/~find":                                    p.showFound,
		rootPath + "/{supplier}":                               p.showSupplier,
		rootPath + "/{supplier}/~live":                         p.streamSupplier,
		rootPath + "/{supplier}/~accounts.csv":                 p.writeCSV,
		rootPath + "/{supplier}/~faults.csv":                   p.writeFaultsCSV,
		rootPath + "/{supplier}/~faults":                       p.showFaults,
		rootPath + "/{supplier}/{account}":                     p.showAccount,
		rootPath + "/{supplier}/{account}/live":                p.streamAccount,
		rootPath + "/{supplier}/{account}/document":            p.openDocument,
		rootPath + "/{supplier}/{account}/data/{staging}":      p.showStaging,
		rootPath + "/{supplier}/{account}/data/{staging}/json": p.downloadStaging,
	} {
		served := guard(page.NewHandler(p.Settings, p.Log, handle))
		live := strings.HasSuffix(path, "live") // an open stream makes no page: the hub does, once for all
		list = append(list, endpoint.Page{Pattern: "GET " + path + "/{$}", Handler: served, Unqueued: live})
		if path != rootPath { // rootPath without a slash leads to the address with one
			list = append(list, endpoint.Page{Pattern: "GET " + path, Handler: served, Unqueued: live})
		}
	}
	return list
}

// findSupplier finds the supplier of the page's address. The error is a *page.Error where there is
// none, and where the reader does not see it.
func findSupplier(v *page.Request) (*settings.Supplier, error) {
	code := paths.UnescapeSegment(v.PathValue("supplier"))
	if s := v.Settings.Supplier(code); s != nil && v.Reader.Sees(s.ID) {
		return s, nil
	}
	return nil, page.NewError(http.StatusNotFound, "There is no such supplier", "No supplier has the code “"+code+"”. The page Imports lists the suppliers that you see.")
}
