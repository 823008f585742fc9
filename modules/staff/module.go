// Package staff signs support staff in to the pages, and keeps everybody else out.
//
// Who is signed in is a record of the collection staff. A session is a token of that
// record in a cookie. The record is looked up for every page, so that whoever is
// deleted, or gets another password, address or role, is out at once, whichever
// process changed it. Nobody signs in through PocketBase's own interface.
package staff

import (
	"net/http"
	"strings"

	"github.com/spf13/cobra"

	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/module"
)

const (
	collection   = "staff"
	homePath     = "/imports/"
	loginPath    = "/imports/login/"
	logoutPath   = "/imports/logout/"
	passwordPath = "/imports/password/"
	confirmPath  = "/imports/password/confirm/"
)

// Module is the capability as a value.
func Module(declaration *module.Declaration) module.Module {
	return module.Module{
		Name: "staff", Tables: tables, Hooks: bindHooks, Summary: "Support staff sign in to the pages",
		Commands: []*cobra.Command{commands(declaration.App)},
		Serve:    servePages,
	}
}

func servePages(r *module.Runtime) module.Serving {
	d := newDesk(r)
	m := module.Serving{Recognise: d.recognise}
	serve := func(method, path string, handle http.HandlerFunc) {
		m.Pages = append(m.Pages,
			endpoint.Page{Pattern: method + " " + strings.TrimSuffix(path, "/"), Handler: handle},
			endpoint.Page{Pattern: method + " " + path + "{$}", Handler: handle})
	}
	serve("GET", loginPath, d.showLogin)
	serve("POST", loginPath, d.login)
	serve("POST", logoutPath, d.logout)
	serve("GET", passwordPath, d.showForgotten)
	serve("POST", passwordPath, d.forgotten)
	serve("GET", confirmPath, d.showChoice)
	serve("POST", confirmPath, d.choose)
	// All else below it, so that nobody learns without a log-in what is there.
	m.Pages = append(m.Pages, endpoint.Page{Pattern: homePath, Handler: Guard(http.HandlerFunc(nothing))})
	return m
}

func nothing(w http.ResponseWriter, r *http.Request) {
	page.Problem(w, r, http.StatusNotFound)
}
