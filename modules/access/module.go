// Package access decides who may call the interface: API clients, their keys, the
// tokens they obtain for a key, and the suppliers they were granted. A key is
// stored as its hash alone. Whatever changes about a client holds from the next
// request on, for every token it has.
package access

import (
	"net/http"

	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/module"
)

// Module is the capability as a value.
func Module(d *module.Declaration) module.Module {
	return module.Module{
		Name: "access", Tables: tables, Hooks: bindHooks, Essential: true,
		Summary:  "API clients, their keys and tokens",
		Rules:    rules,
		Commands: commands(d.App),
		Serve: func(r *module.Runtime) module.Serving {
			return module.Serving{
				Endpoints: []endpoint.Endpoint{tokenEndpoint(r)},
				Actions:   []module.Action{{Method: http.MethodPost, Path: "api-clients/{id}/rotate", Handle: rotate}},
			}
		},
	}
}

func tokenEndpoint(runtime *module.Runtime) endpoint.Endpoint {
	return endpoint.Endpoint{
		Method: http.MethodPost, Path: "/v1/graphql", Access: endpoint.Open, Handle: newGraphQL(runtime),
		Operation: openapi.Operation{
			ID: "obtainToken", Tag: "Authentication", Summary: "Obtain a token",
			Description: "A GraphQL endpoint. `mutation { obtainToken(input: {APIKey: \"...\"}) { token refreshToken refreshExpiresIn payload } }` " +
				"gives a token for the Authorization header; `input` takes exactly one of `APIKey` and `refreshToken`. " +
				"Errors of the mutation are GraphQL errors with status 200; `extensions.errorCode` is one of `" + codeInput + "`, `" + codeQuery +
				"`, `" + codeKey + "`, `" + codeRefresh + "`, `" + codeRefreshExpired + "`, `" + codeInternal + "`.",
			Request: openapi.Schema{
				"type": "object", "required": []string{"query"},
				"properties": openapi.Schema{
					"query": openapi.String("The GraphQL document."), "operationName": openapi.Schema{"type": []string{"string", "null"}},
					"variables": openapi.Schema{"type": []string{"object", "null"}},
				},
			},
			Responses: []openapi.Response{
				{Status: http.StatusOK, Description: "A GraphQL answer: data, or errors.", Schema: openapi.Schema{
					"type": "object", "properties": openapi.Schema{
						"data":   openapi.Schema{"type": []string{"object", "null"}},
						"errors": openapi.Array(openapi.Schema{"type": "object", "required": []string{"message"}}),
					},
				}},
				openapi.Error(http.StatusBadRequest, "The body is not a GraphQL request.", "malformed_json", "nested_too_deeply", "request_failed_validation"),
			},
		},
	}
}
