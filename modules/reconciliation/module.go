// Package reconciliation compares a book with what the service stores. The endpoint gives the
// figures of every account of a supplier, computed from the rows and never from counters. The
// command computes the same figures from the lines of a book, merges both and reports each
// difference.
//
// The package knows no table and no member of an account: modules declare their figures, see
// [module.Figures].
package reconciliation

import (
	"net/http"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/figures"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
)

// Module is the capability as a value.
func Module(*module.Declaration) module.Module {
	return module.Module{Name: "reconciliation", Summary: "What a book says beside what is stored", Serve: func(r *module.Runtime) module.Serving {
		return module.Serving{Endpoints: []endpoint.Endpoint{newEndpoint(r)}}
	}}
}

// accountsFigure is the figure of this package: whether there is an account.
var accountsFigure = figures.Count("accounts", "Accounts")

// documentsFigure is the figure of the different documents of an account.
var documentsFigure = figures.Count("documents", "Documents")

// listFigures lists all figures in the order of a report.
func listFigures(parts []*module.Figures) []figures.Figure {
	list := []figures.Figure{accountsFigure}
	for _, part := range parts {
		list = append(list, part.List...)
	}
	return append(list, documentsFigure)
}

// mediaLines is the media type of a JSON value a line.
const mediaLines = "application/x-ndjson"

// supplierParameter is the parameter of the path.
const supplierParameter = "import_supplier_code"

func newEndpoint(runtime *module.Runtime) endpoint.Endpoint {
	s := &server{runtime: runtime, parts: module.FiguresOf(runtime.Modules)}
	s.known = listFigures(s.parts)
	text := openapi.String
	return endpoint.Endpoint{
		Method: http.MethodGet, Path: paths.Reconciliation + "/{" + supplierParameter + "}",
		Access: endpoint.Read, Handle: s.handle,
		Operation: openapi.Operation{
			ID: "listFigures", Tag: "Status", Summary: "List the figures of all accounts",
			Description: "For comparing what was sent with what is stored: an object a line (NDJSON) for each account that was staged, in the order of the bytes of the external account numbers. The figures are computed from the stored rows. A figure that is left out is zero; sums are exact decimals. The line ends with a line feed; an answer that breaks off can be continued with `after`.",
			Parameters: []openapi.Parameter{
				{Name: supplierParameter, In: "path", Description: "The import supplier's code.", Schema: text(""), Example: "ACME"},
				{Name: "after", In: "query", Description: "Begin behind this external account number, whether or not there is such an account.", Schema: text("")},
			},
			Responses: []openapi.Response{
				{Status: http.StatusOK, Description: "Empty where there are no accounts.", ContentType: mediaLines, Schema: schemaOfLine(s.known)},
				openapi.Error(http.StatusBadRequest, "A parameter cannot be used.", fault.RequestFailedValidation),
				openapi.Error(http.StatusNotFound, "There is no such supplier.", fault.SupplierNotFound),
			},
		},
	}
}

func schemaOfLine(known []figures.Figure) openapi.Schema {
	text := openapi.String
	return openapi.Object(openapi.Schema{
		"external_account_number": text(""),
		"service_account_number":  text("Empty until there is an account."),
		"state":                   openapi.Schema{"type": "string", "enum": []account.State{account.Staged, account.Imported, account.Skipped}},
		"sha256":                  text("Of the payload that was imported, or of the one that was staged last: hexadecimal. Empty where the customer was erased."),
		"figures":                 schemaOfFigures(known),
		"documents": openapi.Array(openapi.Object(openapi.Schema{
			"path": text("As it was sent."), "sha256": text("As it was when it was imported: hexadecimal. Empty where documents are not verified."),
		})),
	})
}

// handle answers with the figures of a supplier's accounts.
func (s *server) handle(c *endpoint.Call) (endpoint.Reply, error) {
	supplier := c.Supplier(c.Request.PathValue(supplierParameter))
	if supplier == nil {
		return endpoint.Reply{}, fault.New(http.StatusNotFound, fault.SupplierNotFound, account.SupplierNotFoundDetail)
	}
	after := c.Request.URL.Query().Get("after")
	if len(after) > maxAfter {
		var faults fault.Collector
		at := fault.Root(&faults)
		at.AddAt("after", payload.RuleTooLong.Code, "No external account number is as long as this.")
		return endpoint.Reply{}, fault.Invalid(fault.RequestFailedValidation, faults.List())
	}
	l := &list{server: s, supplierID: supplier.ID, after: after}
	return endpoint.Reply{Status: http.StatusOK, Stream: l.write, ContentType: mediaLines}, nil
}

// maxAfter is the length of the longest external account number in bytes: 128 characters.
const maxAfter = 512
