package accounts

import (
	"net/http"

	"dataimport/modules/kit/account"
	"dataimport/modules/kit/endpoint"
	"dataimport/modules/kit/fault"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/openapi"
)

// Module is the capability as a value.
func Module(_ *module.Services, object *account.Object) module.Module {
	section := Section()
	return module.Module{
		Name: "accounts", Essential: true,
		Summary: "The account object: its core, and validation of the whole",
		Section: &section,
		Endpoints: []endpoint.Endpoint{{
			Method: http.MethodPost, Path: "/v1/data-import/validate-account",
			Access: endpoint.Read, Handle: validate(object),
			Operation: openapi.Operation{
				ID: "validateAccount", Tag: "Accounts", Summary: "Validate account data",
				Description: "Finds all faults of an account, in the order of the payload, and stores nothing. The answer is the account as it was understood: strings trimmed, postcodes and codes in their usual form, datetimes in UTC, decimals as strings.",
				Request:     openapi.Ref("Account"),
				Responses: []openapi.Response{
					{Status: http.StatusOK, Description: "The account is valid.", Schema: openapi.Ref("Account")},
					openapi.Error(http.StatusBadRequest, "The account has faults.", fault.AccountFailedValidation, fault.MalformedJSON, fault.NestedTooDeeply),
				},
			},
		}},
	}
}

func validate(object *account.Object) endpoint.Handle {
	return func(c *endpoint.Call) (endpoint.Reply, error) {
		read, faults, err := object.Read(c.Request.Context(), c.Body, c.Settings, c.Client, c.Now)
		if err != nil {
			return endpoint.Reply{}, err
		}
		if err := fault.Invalid(fault.AccountFailedValidation, faults); err != nil {
			return endpoint.Reply{}, err
		}
		body, err := read.JSON()
		return endpoint.Reply{Status: http.StatusOK, Body: body}, err
	}
}
