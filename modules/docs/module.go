// Package docs publishes the interface as an OpenAPI 3.1 document, and as a page to read
// and try it in. The document is made of the descriptions that each module gives of its
// endpoints. Modules that are switched off are not in it. No part of it is written by
// hand a second time.
package docs

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"net/http"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
)

const version = "1"

// Name is the name of the module.
const Name = "docs"

// Module is the capability as a value. [Serve] returns its endpoints, which are made of
// those of the other modules.
func Module(*module.Declaration) module.Module {
	return module.Module{Name: Name, Summary: "The interface as an OpenAPI document, and a page to browse it"}
}

// Serve documents the endpoints of the other modules.
func Serve(r *module.Runtime, documented []module.Serving) module.Serving {
	return module.Serving{Pages: append([]endpoint.Page{
		{Pattern: "GET " + paths.Document, Handler: newDocumentHandler(Document(r.Object, documented))},
		{Pattern: "GET " + paths.DocsPage, Handler: newBrowserHandler()},
	}, newRulePages(r)...)}
}

// Document returns the OpenAPI document of the endpoints.
func Document(object *account.Object, documented []module.Serving) []byte {
	var routes []openapi.Route
	for _, m := range documented {
		for _, e := range m.Endpoints {
			routes = append(routes, openapi.Route{Method: e.Method, Path: e.Path, Public: e.Access == endpoint.Open, Operation: e.Operation})
		}
	}
	document, err := json.Marshal(openapi.Document(version, routes, object.Components()),
		json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		panic("docs: the document cannot be written: " + err.Error()) // the document's values are fixed when the program is built
	}
	return document
}

func newDocumentHandler(document []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		_, _ = w.Write(document)
	})
}
