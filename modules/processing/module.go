// Package processing creates an account from staged data. One caller at a time processes
// an account. The account and all of its rows are one job of the writer. The job checks
// again whether the account exists. So there is exactly one whole account or none,
// however many callers try and whatever crashes. A dry run is the same job, and undoes
// its writes.
package processing

import (
	"net/http"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/accountevents"
)

// Module is the capability as a value.
func Module(*module.Declaration) module.Module {
	return module.Module{
		Name: "processing", Words: words, Summary: "Create accounts from staged data", Rules: []catalogue.Rule{ruleDryRun},
		Serve: func(r *module.Runtime) module.Serving {
			return module.Serving{Endpoints: []endpoint.Endpoint{processEndpoint(r)}}
		},
	}
}

func processEndpoint(r *module.Runtime) endpoint.Endpoint {
	p := &processor{runtime: r}
	input := endpoint.NewInput(checkRequest)
	return endpoint.Endpoint{
		Method: http.MethodPost, Path: paths.ProcessAccount,
		Access: endpoint.Write, Step: accountevents.ProcessStep, Handle: input.Post(p.process),
		Operation: openapi.Operation{
			ID: "createAccount", Tag: "Accounts", Summary: "Create an account from staged data",
			Description: "Validates the staged data again and creates the account with all of its rows, or nothing. Of several calls for one account, exactly one creates it. With `dry_run`, everything is done and undone.",
			Request:     input.Schema(),
			Example:     `{"import_supplier_code": "ACME", "external_account_number": "1001", "operations_team_name": "Migration"}`,
			Responses: []openapi.Response{
				{Status: http.StatusCreated, Description: "The account exists.", Schema: openapi.Object(openapi.Schema{"service_account_number": openapi.String("")}),
					Example: `{"service_account_number": "A-3K7Q2M9X"}`},
				openapi.Error(http.StatusBadRequest, "No account was created.", fault.RequestFailedValidation, fault.AccountFailedValidation,
					fault.MalformedJSON, fault.NestedTooDeeply, fault.SupplierNotFound, fault.SupplierNotOngoing, fault.TeamDoesNotExist,
					fault.ProcessDoesNotExist, fault.AccountAlreadyImported, fault.AccountMarkedAsSkipped, fault.ProcessInProgress, fault.DryRunRolledBack),
				tooMany(),
			},
		},
	}
}

func tooMany() openapi.Response {
	r := openapi.Error(http.StatusTooManyRequests, "As many accounts as are allowed at once are being created.", fault.ConcurrencyLimitReached)
	r.RetryAfter = true
	return r
}

// request is the body of a create-account call.
type request struct {
	ExternalAccountNumber string `json:"external_account_number" rule:"required,max=128,doc=As it was staged."`
	ImportSupplierCode    string `json:"import_supplier_code" rule:"required,max=128"`
	OperationsTeamName    string `json:"operations_team_name,omitzero" rule:"max=255,doc=A team that exists. May be left out where the account or the supplier names one."`
	DryRun                bool   `json:"dry_run,omitzero" rule:"doc=Do everything, then undo it, and say whether it would have succeeded."`
}

func checkRequest(c *endpoint.Call, in *request, at *fault.At) error {
	supplier := c.Supplier(in.ImportSupplierCode)
	if supplier == nil && at.CleanAt("import_supplier_code") {
		at.AddAt("import_supplier_code", fault.SupplierNotFound, account.SupplierNotFoundDetail)
	}
	if !in.DryRun { // which leaves no trace
		c.Subject = endpoint.Subject{Supplier: supplier, ExternalAccountNumber: in.ExternalAccountNumber}
	}
	if supplier != nil && supplier.Status != settings.Ongoing {
		at.AddAt("import_supplier_code", fault.SupplierNotOngoing, account.NotOngoingDetail(supplier))
	}
	if !at.CleanAt("operations_team_name") {
		return nil
	}
	if in.OperationsTeamName == "" {
		return nil // the account may name one
	}
	if _, exists := c.Settings.Team(in.OperationsTeamName); !exists {
		at.AddAt("operations_team_name", fault.TeamDoesNotExist, teamDetail)
	}
	return nil
}

const teamDetail = "There is no operations team of this name: correct it, or ask the operator to create it."
