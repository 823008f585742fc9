// Package home is the first page of the service, for whoever opens its address.
package home

import (
	"net/http"

	"github.com/a-h/templ"

	"dataimport/modules/kit/account"
	"dataimport/modules/kit/endpoint"
	"dataimport/modules/kit/module"
	"dataimport/views"
)

// policy lets the page load nothing but its own stylesheet.
const policy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

var links = []views.Link{
	{Address: "/v1/data-import/docs/", Name: "Interface", About: "Every request and answer, to read and to try."},
	{Address: "/v1/data-import/openapi.json", Name: "OpenAPI document", About: "The same for programs."},
	{Address: "/_/", Name: "Dashboard", About: "For operators: suppliers, teams, API clients."},
}

// Module is the capability as a value.
func Module(_ *module.Services, _ *account.Object) module.Module {
	return module.Module{
		Name: "home", Summary: "The first page",
		Pages: []endpoint.Page{
			{Pattern: "GET /{$}", Handler: page()},
			{Pattern: "GET " + views.StylesheetPath, Handler: views.Stylesheet()},
		},
	}
}

func page() http.Handler {
	show := templ.Handler(views.Home(links))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		show.ServeHTTP(w, r)
	})
}
