// Package status answers how far the imports are: the state of one account, and lists of
// accounts. The lists are complete, in the order of staging, and streamed: a long list
// takes no more memory than a short one.
package status

import (
	"net/http"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/imports"
)

// Module is the capability as a value.
func Module(*module.Declaration) module.Module {
	return module.Module{Name: "status", Summary: "How far the imports are", Serve: func(r *module.Runtime) module.Serving {
		endpoints := []endpoint.Endpoint{statusEndpoint(r), faultsEndpoint(r)}
		for _, l := range lists {
			endpoints = append(endpoints, l.endpoint(r))
		}
		return module.Serving{Endpoints: endpoints}
	}}
}

var supplierParameter = openapi.Parameter{Name: "import_supplier_code", In: "path", Description: "The import supplier's code.", Schema: openapi.String(""), Example: "ACME"}

// The statuses of an account's import in the contract.
const (
	unknown    = "UNKNOWN"
	completed  = "COMPLETED"
	inProgress = "IN_PROGRESS"
)

// accountStatus is the answer about one account.
type accountStatus struct {
	Status               string `json:"status"`
	ServiceAccountNumber string `json:"service_account_number"`
}

func statusEndpoint(runtime *module.Runtime) endpoint.Endpoint {
	return endpoint.Endpoint{
		Method: http.MethodGet, Path: paths.AccountStatus + "/{import_supplier_code}/{external_account_number}",
		Access: endpoint.Read, Handle: of(runtime),
		Operation: openapi.Operation{
			ID: "getAccountStatus", Tag: "Status", Summary: "Status of one account's import",
			Parameters: []openapi.Parameter{supplierParameter,
				{Name: "external_account_number", In: "path", Description: "The account's number in the external system, percent-encoded.", Schema: openapi.String(""), Example: "1001"}},
			Responses: []openapi.Response{
				{Status: http.StatusOK, Description: "The import exists. UNKNOWN: no account was created; COMPLETED: there is one; IN_PROGRESS: it is being created.",
					Schema: openapi.Object(openapi.Schema{
						"status":                 openapi.Schema{"type": "string", "enum": []string{unknown, completed, inProgress}},
						"service_account_number": openapi.String("Empty until there is an account."),
					})},
				openapi.Error(http.StatusNotFound, "Nothing was staged for this pair.", fault.ProcessDoesNotExist),
			},
		},
	}
}

func of(runtime *module.Runtime) endpoint.Handle {
	return func(c *endpoint.Call) (endpoint.Reply, error) {
		notFound := fault.New(http.StatusNotFound, fault.ProcessDoesNotExist, "Nothing was staged for this supplier code and external account number.")
		supplier := c.Supplier(c.Request.PathValue("import_supplier_code"))
		if supplier == nil {
			return endpoint.Reply{}, notFound
		}
		process, err := imports.FindProcess(runtime.Reader, supplier.ID, c.Request.PathValue("external_account_number"))
		if err != nil {
			return endpoint.Reply{}, err
		}
		if process == nil {
			return endpoint.Reply{}, notFound
		}
		status := unknown
		switch {
		case process.State == account.Imported:
			status = completed
		case runtime.Creating.Has(process.ID):
			status = inProgress
		}
		return endpoint.Reply{Status: http.StatusOK, Body: accountStatus{status, process.AccountNumber}}, nil
	}
}
