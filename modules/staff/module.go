// Package staff signs support staff and operators in to the pages, and refuses everyone else.
//
// The signed-in reader is a record of the collection staff, or a superuser of the dashboard. A
// session is a token of that record in a cookie. Superusers sign in to the dashboard alone, whose
// token opens a session. Each page looks the record up. A session therefore ends at once when the record is
// deleted, or when its password, address or role changes, whichever process changed it.
// PocketBase's own interface signs no member in, and changes no password or address of one.
package staff

import (
	"net/http"
	"strings"

	"github.com/spf13/cobra"

	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
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

// Module returns the module's value: the log-in and password pages, the recognition of sessions,
// and the commands.
func Module(declaration *module.Declaration) module.Module {
	return module.Module{
		Name: "staff", Hooks: bindHooks, Tables: tables, Summary: "Support staff sign in to the pages",
		Commands: []*cobra.Command{newCommands(declaration.App)},
		Serve:    servePages,
	}
}

func servePages(r *module.Runtime) module.Serving {
	d := newLoginPages(r)
	m := module.Serving{Recognise: d.recogniseSession, Actions: []module.Action{d.sessionAction()}}
	serve := func(method, path string, handle http.HandlerFunc) {
		m.Pages = append(m.Pages,
			endpoint.Page{Pattern: method + " " + strings.TrimSuffix(path, "/"), Handler: handle},
			endpoint.Page{Pattern: method + " " + path + "{$}", Handler: handle})
	}
	serve("GET", loginPath, d.showLogin)
	serve("POST", loginPath, d.handleLogin)
	serve("POST", logoutPath, d.handleLogout)
	serve("GET", passwordPath, d.showMailForm)
	serve("POST", passwordPath, d.requestPasswordMail)
	serve("GET", confirmPath, d.showPasswordForm)
	serve("POST", confirmPath, d.choosePassword)
	// It covers all other addresses of the pages. Without a log-in, their answers do not show
	// which pages exist.
	for _, root := range []string{paths.ImportPages, paths.RunPages} {
		m.Pages = append(m.Pages, endpoint.Page{Pattern: root, Handler: RequireLogin(http.HandlerFunc(answerNotFound))})
	}
	return m
}

func answerNotFound(w http.ResponseWriter, r *http.Request) {
	page.Problem(w, r, http.StatusNotFound)
}
