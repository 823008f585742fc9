package accounts

import (
	"net/http"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/accountevents"
)

// understood describes, as Markdown, how the values of an account are normalised.
const understood = `The answer is the account as it was understood, its members in the order of the schema:

- Strings are trimmed. A member that is empty then, or is null where its schema takes a null, is left out.
- A number where a string is documented is a string of the same text.
- A decimal is a string with the places that it came with, without exponent and leading zeros.
- A datetime is in UTC, with Z.
- A country's code is in capitals, and a language's tag as BCP 47 writes it.
- A postcode of an address for bills is as its country writes it.
- A British company number is in capitals.
- Where the customer of a business has no family name, that is Business.

Nothing else is changed; values of metadata, details, params and structured_street_address are kept as they came. What the supplier's market adds is
trimmed, and numbers for strings are strings, and it comes last in its object. What is staged is not changed at all.`

// Module is the capability as a value.
func Module(*module.Declaration) module.Module {
	section := Section()
	return module.Module{
		Name: "accounts", Tables: tables, Panels: append(panels, paymentsPanel, marksPanel), Words: words, Essential: true,
		Summary: "The account object: its core, and validation of the whole",
		Section: &section, Registers: registers, Figures: newFigures(), Rules: append(rules, furtherRules...),
		Serve: func(r *module.Runtime) module.Serving {
			return module.Serving{Endpoints: []endpoint.Endpoint{validateEndpoint(r)}}
		},
	}
}

func validateEndpoint(r *module.Runtime) endpoint.Endpoint {
	return endpoint.Endpoint{
		Method: http.MethodPost, Path: paths.ValidateAccount,
		Access: endpoint.Read, Step: accountevents.ValidateStep, Handle: validate(r),
		Operation: openapi.Operation{
			ID: "validateAccount", Tag: "Accounts", Summary: "Validate account data",
			Description: "Finds all faults of an account, in the order of the payload, and stores nothing. " + understood,
			Request:     openapi.Ref("Account"), Example: account.Example,
			Responses: []openapi.Response{
				{Status: http.StatusOK, Description: "The account is valid.", Schema: openapi.Ref("Account"), Example: account.Example},
				openapi.Error(http.StatusBadRequest, "The account has faults.", fault.AccountFailedValidation, fault.MalformedJSON, fault.NestedTooDeeply),
			},
		},
	}
}

func validate(runtime *module.Runtime) endpoint.Handle {
	return func(c *endpoint.Call) (endpoint.Reply, error) {
		read, faults, err := runtime.Accounts.Read(c.Request.Context(), c.Body, c.Settings, c.Client, c.Now, c.WaitOutside)
		if err != nil {
			return endpoint.Reply{}, err
		}
		c.Subject = endpoint.Subject{Supplier: read.Facts.Supplier, ExternalAccountNumber: read.Facts.ExternalAccountNumber}
		if err := fault.Invalid(fault.AccountFailedValidation, faults); err != nil {
			return endpoint.Reply{}, err
		}
		body, err := read.JSON()
		return endpoint.Reply{Status: http.StatusOK, Body: body}, err
	}
}
