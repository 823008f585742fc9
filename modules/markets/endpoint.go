package markets

import (
	"encoding/json/jsontext"
	"net/http"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/http/paths"
)

const supplierParameter = "import_supplier"

func schemaEndpoint(k *known) endpoint.Endpoint {
	return endpoint.Endpoint{
		Method: http.MethodGet, Path: paths.Schema, Access: endpoint.Read, Handle: k.answer,
		Operation: openapi.Operation{
			ID: "getSchema", Tag: "Accounts", Summary: "Schema of a supplier's accounts",
			Description: "The JSON Schema 2020-12 document of accounts that is in force for a supplier: what all accounts have, with what the supplier's market adds. Where it has a string, a number is taken too and keeps its literal text.",
			Parameters:  []openapi.Parameter{{Name: supplierParameter, In: "query", Required: true, Description: "The import supplier's code.", Schema: openapi.String(""), Example: "ACME"}},
			Responses: []openapi.Response{
				{Status: http.StatusOK, Description: "A JSON Schema.", Schema: openapi.Schema{"type": "object", "required": []string{"$schema", "properties"}}},
				openapi.Error(http.StatusBadRequest, "The parameter is missing.", fault.RequestFailedValidation),
				openapi.Error(http.StatusNotFound, "There is no such supplier.", fault.SupplierNotFound),
			},
		},
	}
}

// answer returns the schema that is in force for the requested supplier.
func (k *known) answer(c *endpoint.Call) (endpoint.Reply, error) {
	code := c.Request.URL.Query().Get(supplierParameter)
	if code == "" {
		return endpoint.Reply{}, fault.Invalid(fault.RequestFailedValidation, fault.List{{
			Code: payload.RuleRequired.Code, Attr: supplierParameter, Detail: "Name the import supplier in the query, as ?" + supplierParameter + "=CODE.",
		}})
	}
	supplier := c.Supplier(code)
	if supplier == nil {
		return endpoint.Reply{}, fault.New(http.StatusNotFound, fault.SupplierNotFound, account.SupplierNotFoundDetail)
	}
	market, err := k.of(supplier, c.Settings)
	if err != nil {
		return endpoint.Reply{}, err
	}
	schema := k.core()
	if market != nil {
		schema = market.merged(schema)
	}
	body, err := encode(schema)
	return endpoint.Reply{Status: http.StatusOK, Body: jsontext.Value(body)}, err
}
