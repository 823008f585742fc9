// Package home is the first page of the service, at the root of its address.
package home

import (
	"net/http"

	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/http/session"
	"dataimport/modules/kit/module"
	"dataimport/views"
)

var links = []views.Link{
	{Address: "/imports/", Name: "Imports", About: "For support staff: how far each migration is, and what became of each account."},
	{Address: paths.DocsPage, Name: "Interface", About: "Every request and answer, to read and to try."},
	{Address: paths.RulesPage, Name: "Rules", About: "Every code, what it means and what to do about it."},
	{Address: paths.Document, Name: "OpenAPI document", About: "The same for programs."},
	{Address: "/_/", Name: "Dashboard", About: "For operators: suppliers, teams, API clients, staff."},
}

// Module is the capability as a value.
func Module(*module.Declaration) module.Module {
	return module.Module{
		Name: "home", Summary: "The first page",
		Serve: func(*module.Runtime) module.Serving {
			return module.Serving{Pages: []endpoint.Page{
				{Pattern: "GET /{$}", Handler: http.HandlerFunc(showHome)},
				{Pattern: "GET " + views.AssetsPath + "{name}", Handler: views.Assets(), Unqueued: true},
			}}
		},
	}
}

func showHome(w http.ResponseWriter, r *http.Request) {
	page.Write(w, r, http.StatusOK, views.Home(session.From(r.Context()), links))
}
